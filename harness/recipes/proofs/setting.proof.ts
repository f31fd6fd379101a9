import { expect, test } from 'vitest'
import { readConfig } from '../../../server/config/settings.ts'

test('the new setting is read, with its default where it is not set', () => {
  expect(readConfig({})).toMatchObject({ MOTTO: 'よろしく' })
  expect(readConfig({ MOTTO: 'ようこそ' })).toMatchObject({ MOTTO: 'ようこそ' })
})
