import { expect, test } from 'vitest'
import { readConfig } from './settings.ts'

test('the collector’s address goes without the slash at its end', () => {
  const endpointOf = (text: string) =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: text }).OTEL_EXPORTER_OTLP_ENDPOINT
  expect(endpointOf('')).toBe('')
  expect(endpointOf('http://collector:4318')).toBe('http://collector:4318')
  expect(endpointOf('https://otlp.example.jp/otlp/')).toBe('https://otlp.example.jp/otlp')
  for (const wrong of ['collector:4318', 'grpc://collector:4317', 'http://', 'http://c/?key=1'])
    expect(() => endpointOf(wrong)).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT')
})

test('headers are decoded; one that could end the header is refused, and none is shown', () => {
  const headersOf = (text: string) =>
    readConfig({ OTEL_EXPORTER_OTLP_HEADERS: text }).OTEL_EXPORTER_OTLP_HEADERS
  expect(headersOf('')).toEqual({})
  expect(headersOf('authorization=Basic%20QTpC, x-tenant=a=b')).toEqual({
    authorization: 'Basic QTpC',
    'x-tenant': 'a=b',
  })
  for (const wrong of ['key', 'a b=c', 'a=%0d%0ab', 'a=%zz', 'a=b,,', 'a=秘'])
    expect(() => headersOf(wrong)).toThrow('OTEL_EXPORTER_OTLP_HEADERS: its value is not allowed')
})

test('a share is a number from 0 to 1', () => {
  const shareOf = (text: string) =>
    readConfig({ OTEL_TRACES_SAMPLER_ARG: text }).OTEL_TRACES_SAMPLER_ARG
  expect(['', '0', '0.05', '1', '1.0'].map(shareOf)).toEqual([1, 0, 0.05, 1, 1])
  for (const wrong of ['-1', '1.5', '5%', '.5', '1e-1'])
    expect(() => shareOf(wrong)).toThrow('OTEL_TRACES_SAMPLER_ARG')
})
