import { afterAll, expect, test } from 'vitest'
import { startFactusSimulator } from '#simulators/factus/simulator.ts'
import { factusKeys } from '#test/factus-keys.ts'
import { FACTUS_LIMITS, factusAt } from './client.ts'
import { tokenStore } from './token.ts'

const { environment: _test, ...keys } = factusKeys('archivos')
const simulator = await startFactusSimulator({ accounts: [{ name: 'archivos', nit: '900825759-7', ...keys }] })
afterAll(() => simulator.close())

test('EIN-04 un PDF de 20 MB se recibe entero, y uno de un byte más no se lee', async () => {
  const factus = factusAt(simulator.url, tokenStore(simulator.url)(keys))
  const pdfOf = async (bytes: number) => {
    const pdf_base_64_encoded = Buffer.alloc(bytes, '%').toString('base64')
    simulator.replace({ before: ({ path }) => pdfReply(path, pdf_base_64_encoded) })
    const answer = await factus.pdf('invoice', 'SETP1')
    return answer.kind === 'ok' ? answer.data.bytes.length : answer
  }
  const max = 20 * 1024 * 1024
  expect(FACTUS_LIMITS.fileMaxBytes).toBe(max)
  expect(await pdfOf(max)).toBe(max)
  expect(await pdfOf(max + 1)).toEqual({ kind: 'unknown', cause: 'size' })
})

const pdfReply = (path: string, pdf_base_64_encoded: string) =>
  path.endsWith('/download-pdf')
    ? { status: 200, body: { status: 'OK', data: { file_name: 'fv', pdf_base_64_encoded } } }
    : undefined
