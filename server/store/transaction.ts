/** What a unit of work may await. */
import type { Statement } from './statement.ts'

export type Transaction = {
  all<P, R>(statement: Statement<P, R>, ...parameters: Arguments<P>): Promise<R[]>
  first<P, R>(statement: Statement<P, R>, ...parameters: Arguments<P>): Promise<R | undefined>
  /** Rows changed. */
  run<P, R>(statement: Statement<P, R>, ...parameters: Arguments<P>): Promise<number>
}

/** A statement without parameters is called without. */
export type Arguments<P> = unknown extends P ? [] : P extends void ? [] : [parameters: P]
