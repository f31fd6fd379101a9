/** One batch of a group commit: several tasks in one transaction, each of them stored whole or not at all. */
import { Conflict, type Session } from './session.ts'
import type { Transaction } from './transaction.ts'

/** One caller's transaction. */
export type Task = {
  work: (tx: Transaction) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  conflicts: number
  /** What a tracer knows its caller by. */
  caller: object | undefined
}

export type Outcome = {
  task: Task
  value?: unknown
  error?: unknown
  failed: boolean
  /** It changed something that would be stored if it were not rolled back. */
  hasWrites: boolean
}

/** What was in the transaction may be on disk, or not. */
export class CommitFailed extends Error {
  override readonly name = 'CommitFailed'
}

/** Resolves when what these tasks did is on disk; with fewer outcomes than tasks where the rest must run again. */
export async function runBatch(session: Session, tasks: readonly Task[]): Promise<Outcome[]> {
  return (await optimistic(session, tasks)) ?? (await withSavepoints(session, tasks))
}

export function isConflict(session: Session, { failed, error }: Outcome): boolean {
  return failed && (error instanceof Conflict || session.errorKind(error, 'task') === 'conflict')
}

/**
 * Without savepoints, which cost as much as queries. Where a task must be undone all are, and undefined is returned;
 * a single task has nobody to take along.
 */
async function optimistic(
  session: Session,
  tasks: readonly Task[],
): Promise<Outcome[] | undefined> {
  await session.begin(tasks.length === 1)
  const outcomes = session.pipelined
    ? await Promise.all(tasks.map((task) => runTask(session, task)))
    : await inTurn(tasks, (task) => runTask(session, task), mustUndo)
  refuseBroken(session, outcomes)
  if (!outcomes.some(mustUndo)) {
    await commit(session, outcomes)
    return outcomes
  }
  await session.rollback()
  return tasks.length === 1 ? outcomes : undefined
}

/** One after another, each undone by itself, as far as the first conflict. */
async function withSavepoints(session: Session, tasks: readonly Task[]): Promise<Outcome[]> {
  await session.begin(false)
  const runInSavepoint = async (task: Task) => {
    session.savepoint()
    const outcome = await runTask(session, task)
    refuseBroken(session, [outcome])
    if (outcome.failed) session.rollbackToSavepoint()
    else session.release()
    return outcome
  }
  const outcomes = await inTurn(tasks, runInSavepoint, (outcome) => isConflict(session, outcome))
  // The transaction in the way may be waiting for a lock of this one, which ends here; the rest goes on in the next.
  await commit(session, outcomes)
  return outcomes
}

async function inTurn(
  tasks: readonly Task[],
  run: (task: Task) => Promise<Outcome>,
  isLast: (outcome: Outcome) => boolean,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const task of tasks) {
    const outcome = await run(task)
    outcomes.push(outcome)
    if (isLast(outcome)) break
  }
  return outcomes
}

/** Never rejects. */
async function runTask(session: Session, task: Task): Promise<Outcome> {
  let hasWrites = false
  let cause: unknown
  const tx = session.transaction((count, error) => {
    hasWrites ||= count > 0
    cause ??= error
  })
  try {
    return { task, value: await task.work(tx), failed: false, hasWrites }
  } catch (error) {
    // Statements that were sent behind one that fails are refused for that alone, and may be heard of before it.
    return { task, error: cause ?? error, failed: true, hasWrites }
  }
}

function mustUndo({ failed, hasWrites }: Outcome): boolean {
  return failed && hasWrites
}

/** Throws where an error was the end of the whole transaction. */
function refuseBroken(session: Session, outcomes: readonly Outcome[]): void {
  for (const { failed, error } of outcomes)
    if (failed && (!session.inTransaction || session.errorKind(error, 'task') === 'fatal'))
      throw error
}

async function commit(session: Session, outcomes: readonly Outcome[]): Promise<void> {
  try {
    await session.commit(outcomes.some(({ failed, hasWrites }) => hasWrites && !failed))
  } catch (cause) {
    throw new CommitFailed('the commit failed', { cause })
  }
}
