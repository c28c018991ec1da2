import { expect, test } from 'vitest'
import { sendDocuments } from '../bench/documents.ts'

test('EIN-01 con kill -9 del proceso, del proveedor y de la base de datos ningún documento se pierde ni sale dos veces', async () => {
  const found = await sendDocuments({
    companies: 2,
    documents: 80,
    kills: ['worker', 'simulator', 'database'],
    isHurried: true,
  })
  expect(found).toMatchObject({ sent: 80, lost: 0, twice: 0 })
}, 300_000)
