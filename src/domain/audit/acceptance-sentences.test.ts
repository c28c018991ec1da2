import { expect, test } from 'vitest'
import { ACCEPTANCE_SENTENCES } from './acceptance-sentences.ts'

const after = { prefix: 'FE', resolution: '18760000099' }
const sentenceAfter = (before: Record<string, unknown> | null): string =>
  ACCEPTANCE_SENTENCES['file_issuer.saved']({ name: 'file_issuer.saved', before, after })

test('EIN-05 la bitácora distingue quién encendió Archivo UBL, quién corrigió su autorización y quién cambió su numeración', () => {
  expect(sentenceAfter(null)).toBe('encendió Archivo UBL con el prefijo FE')
  expect(sentenceAfter({ is_on: true, resolution: '18760000001' })).toBe(
    'corrigió la autorización 18760000001 de Archivo UBL: es la 18760000099',
  )
  expect(sentenceAfter({ is_on: false, resolution: '18760000001' })).toMatch(/^corrigió .* Lo encendió$/)
  expect(sentenceAfter({ is_on: true, resolution: null })).toBe(
    'cambió la numeración de Archivo UBL: el prefijo FE con la autorización 18760000099',
  )
})
