/** Tokens of the staff API, and the answers that are kept for repeated requests. Secrets arrive here hashed. */

import type { ApiReplyRow, ApiTokenRow } from '../schema.ts'
import { readAll, readFirst, write, writeOne } from '../statement.ts'

/** False where the name is taken. */
export const insertToken = writeOne(
  (
    db,
    { name, hash, scopes, created_at, expires_at }: Omit<ApiTokenRow, 'revoked_at' | 'used_at'>,
  ) =>
    db
      .insertInto('api_tokens')
      .values({ name, hash, scopes, created_at, expires_at, revoked_at: null, used_at: null })
      .onConflict((conflict) => conflict.doNothing()),
)

export const findToken = readFirst((db, { hash }: { hash: string }) =>
  db.selectFrom('api_tokens').selectAll().where('hash', '=', hash),
)

export const allTokens = readAll((db) =>
  db.selectFrom('api_tokens').selectAll().orderBy('created_at').orderBy('name'),
)

/** False where there is none of this name, or it is revoked already. */
export const revokeToken = writeOne((db, { name, at }: { name: string; at: number }) =>
  db
    .updateTable('api_tokens')
    .set({ revoked_at: at })
    .where('name', '=', name)
    .where('revoked_at', 'is', null),
)

export const touchToken = write((db, { name, at }: { name: string; at: number }) =>
  db.updateTable('api_tokens').set({ used_at: at }).where('name', '=', name),
)

export const findReply = readFirst((db, { token, key }: { token: string; key: string }) =>
  db.selectFrom('api_replies').selectAll().where('token', '=', token).where('key', '=', key),
)

/** False where another request has the key. */
export const insertReply = writeOne((db, { token, key, request, reply, at }: ApiReplyRow) =>
  db
    .insertInto('api_replies')
    .values({ token, key, request, reply, at })
    .onConflict((conflict) => conflict.doNothing()),
)

export const setReply = write(
  (db, { token, key, reply }: { token: string; key: string; reply: string }) =>
    db.updateTable('api_replies').set({ reply }).where('token', '=', token).where('key', '=', key),
)

export const dropReplies = write((db, { before }: { before: number }) =>
  db.deleteFrom('api_replies').where('at', '<', before),
)
