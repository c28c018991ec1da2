import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { WompiCredentials } from '#domain/integrations/credentials.ts'
import { CompanyChanges, CompanyFile, NewCompany } from './company.ts'

const company = {
  nit: '900.123.456-8',
  name: 'Andina Fibra S.A.S.',
  address: 'Carrera 7 # 12-30',
  department: 'Bogotá D.C.',
  city: 'Bogotá',
  phone: '6013443460',
  email: 'hola@andina.test',
  legal_representative: 'Marta Ruiz',
  initial_letter: 'AF',
  user: { email: 'admin@andina.test' },
}

const fields = (changes: object): string[] =>
  z.safeParse(NewCompany, { ...company, ...changes }).error?.issues.map((issue) => issue.path.join('.')) ?? []

test('COM-01 una empresa se crea con sus datos y la cuenta de su administrador', () => {
  expect(z.parse(NewCompany, company).nit).toBe('900123456-8')
  expect(fields({ nit: '900123456-7' })).toEqual(['nit'])
  expect(fields({ phone: '3443460' })).toEqual(['phone'])
  expect(fields({ color_code: 'azul' })).toEqual(['color_code'])
  expect(fields({ website_url: 'javascript:alert(1)' })).toEqual(['website_url'])
  expect(fields({ user: {} })).toEqual(['user.email'])
  expect(fields({ is_wompi_integration: true })).toEqual([''])
})

test('COM-02 se cambia solo lo que se envía', () => {
  expect(z.parse(CompanyChanges, { color_code: '#FFD500' })).toEqual({ color_code: '#FFD500' })
  expect(z.safeParse(CompanyChanges, { logo_url: '/x.png' }).success).toBe(false)
})

test('INT-01 las llaves de Wompi empiezan como su campo y su ambiente', () => {
  const keys = {
    environment: 'test',
    public_key: 'pub_test_a1',
    private_key: 'prv_test_b2',
    integrity_secret: 'test_integrity_c3',
    event_key: 'test_events_d4',
  }
  expect(z.safeParse(WompiCredentials, keys).success).toBe(true)
  const swapped = { ...keys, integrity_secret: keys.event_key, event_key: keys.integrity_secret }
  expect(z.safeParse(WompiCredentials, swapped).error?.issues.map((issue) => issue.path[0])).toEqual([
    'integrity_secret',
    'event_key',
  ])
  expect(z.safeParse(WompiCredentials, { ...keys, environment: 'production' }).error?.issues).toHaveLength(4)
})

test('FMT-02 los campos de la empresa llevan los nombres de la especificación, sin sus llaves', () => {
  const specified =
    'nit name address department city phone email tic legal_representative logo_url website_url whatsapp_url instagram_url facebook_url qr_url color_code initial_letter is_wompi_integration is_factus_integration createdAt updatedAt user chamber_of_commerce_pdf_url updated_rut_pdf_url range_of_numbers_pdf_url'
  const keys = Object.keys(CompanyFile.shape)
  expect(keys).toEqual(expect.arrayContaining(specified.split(' ')))
  expect(keys.filter((key) => /key|secret|password/.test(key))).toEqual([])
})
