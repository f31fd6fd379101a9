import { expect, test } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { standbyUrls, writableUrls } from './failover.ts'

test('a URL of several hosts becomes one for each, with everything else as it was', () => {
  expect(
    writableUrls(
      'postgres://app:p%40ss@db1:5433,db2,[2001:db8::1]:5434/desk?target_session_attrs=read-write&sslmode=verify-full',
    ),
  ).toEqual([
    'postgres://app:p%40ss@db1:5433/desk?sslmode=verify-full',
    'postgres://app:p%40ss@db2/desk?sslmode=verify-full',
    'postgres://app:p%40ss@[2001:db8::1]:5434/desk?sslmode=verify-full',
  ])
})

test('hosts may stand in the query, with a port for each or one for all', () => {
  expect(writableUrls('postgresql:///desk?host=/run/a,/run/b&port=5433,5434')).toEqual([
    'postgresql:///desk?host=%2Frun%2Fa&port=5433',
    'postgresql:///desk?host=%2Frun%2Fb&port=5434',
  ])
  expect(writableUrls('postgres://app@/desk?host=a,b&port=5433')).toEqual([
    'postgres://app@/desk?host=a&port=5433',
    'postgres://app@/desk?host=b&port=5433',
  ])
})

test('what a URL leaves out is nothing, and a password needs no host beside it', () => {
  for (const url of [
    'postgres://db1',
    'postgres://db1/desk',
    'postgres://app:secret@/desk?host=%2Frun%2Fa',
  ])
    expect(writableUrls(url)).toEqual([url])
})

test.each([
  'see postgres://app@db1/desk',
  'postgres://app@db1,db2/desk?target_session_attrs=standby',
  'postgres://app@db1/desk?target_session_attrs=any',
  'postgres://app@db1/desk?sslmode=bogus',
  'postgres://app@db1:port/desk',
  'postgres://app@db1,db2:99999/desk',
  'mysql://app@db1/desk',
])('%s is no database to write to', (url) => {
  expect(writableUrls(url)).toBeUndefined()
})

test('a standby is asked for as such', () => {
  const url = 'postgres://app@db1,db2/desk?target_session_attrs='
  expect(standbyUrls(`${url}prefer-standby`)).toEqual([
    'postgres://app@db1/desk',
    'postgres://app@db2/desk',
  ])
  expect(standbyUrls(`${url}read-write`)).toBeUndefined()
})

test("a certificate's file that is not there ends the start at once", async () => {
  const url = 'postgres://app@localhost/desk?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'
  const opened = openDatabase(url, { onFatal: () => {} })
  await expect(opened).rejects.toThrow('/nowhere/ca.pem')
})
