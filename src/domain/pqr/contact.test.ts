import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { appealWays } from './contact.ts'

const CONTACT = { email: 'pqr@red.test', phone: null, address: 'Calle 1 # 2-3, Cali' }
const waysOf = (isToSic: boolean) =>
  appealWays(day('2026-12-04'), { reference: 'RI-2026-000001', contact: CONTACT, isToSic })

test('PQR-07 R3.7 a quien no tiene portal se le ofrece la apelación ante la SIC solo en los temas que la tienen', () => {
  expect(waysOf(true)).toBe(
    'Si no estás de acuerdo, puedes interponer un recurso hasta el 4 de diciembre de 2026. Escribe a pqr@red.test o ve a Calle 1 # 2-3, Cali. Di que es un recurso contra la PQR RI-2026-000001, por qué no estás de acuerdo, y si pides reposición, o reposición y en subsidio apelación ante la SIC. Es gratis y no necesitas abogado.',
  )
  expect(waysOf(false)).toContain(
    'Di que es un recurso de reposición contra la PQR RI-2026-000001, y por qué no estás de acuerdo. Es',
  )
  expect(waysOf(false)).not.toContain('SIC')
})
