import { expect, test, vi } from 'vitest'
import { memoryStorage } from '#test/support/memory-storage.ts'

vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
const { newReportAddress, readParameter, reportAddress } = await import('./report-address.ts')

test('ACT-01 los enlaces al acta llevan los parámetros cifrados, y se leen también escritos a mano', () => {
  for (const address of [reportAddress('AF-000123', '1020345678'), newReportAddress('AF-000123', '1020345678')]) {
    expect(address).not.toContain('000123')
    const [no = '', identification = ''] = address.split('/').slice(-2)
    expect([no, identification].map(encodeURIComponent)).toEqual([no, identification])
    expect([readParameter(no), readParameter(identification)]).toEqual(['AF-000123', '1020345678'])
  }
  expect(newReportAddress('AF-000123', '1020345678', 'retiro')).toMatch(/\/[\w.-]{60,}\?orden=retiro$/)
  expect(['AF-000123', '900.123.456-7', 'no.es'].map(readParameter)).toEqual(['AF-000123', '900.123.456-7', 'no.es'])
})
