import { expect, test } from 'vitest'
import { cudeText, cufeText } from '#domain/einvoices/cufe.ts'
import { documentCode } from './document-code.ts'

test('EIN-04 the CUFE is the one of the official example of the technical annex 1.9', () => {
  const text = cufeText({
    number: '323200000129',
    issued_date: '2019-01-16',
    issued_time: '10:53:10-05:00',
    value: '1500000.00',
    vat: '285000.00',
    total: '1785000.00',
    issuer_nit: '700085371',
    buyer_id: '800199436',
    technical_key: '693ff6f2a553c3646a063436fd4dd9ded0311471',
    environment: '1',
  })
  expect(text).toBe(
    '3232000001292019-01-1610:53:10-05:001500000.0001285000.00040.00030.001785000.00700085371800199436693ff6f2a553c3646a063436fd4dd9ded03114711',
  )
  expect(documentCode(text)).toBe(
    '8bb918b19ba22a694f1da11c643b5e9de39adf60311cf179179e9b33381030bcd4c3c3f156c506ed5908f9276f5bd9b4',
  )
})

const NOTE = {
  number: '8110007871',
  issued_date: '2019-01-12',
  issued_time: '07:00:00-05:00',
  value: '5000.00',
  vat: '950.00',
  total: '5950.00',
  issuer_nit: '900373076',
  buyer_id: '8355990',
  pin: '12301',
  environment: '1',
}

test('EIN-04 the CUDE of a note has the PIN of the software instead of the technical key, and the municipal tax counts', () => {
  expect(documentCode(cudeText(NOTE))).toBe(
    '907e4444decc9e59c160a2fb3b6659b33dc5b632a5008922b9a62f83f757b1c448e47f5867f2b50dbdb96f48c7681168',
  )
  const second = {
    ...NOTE,
    issued_date: '2019-02-20',
    issued_time: '16:46:55-05:00',
    value: '235.28',
    vat: '19.00',
    municipal: '8.28',
    total: '262.56',
    pin: '12345',
    environment: '2',
  }
  const text = cudeText({ ...second, number: '8110007871' })
  expect(text).toBe('81100078712019-02-2016:46:55-05:00235.280119.00040.00038.28262.569003730768355990123452')
  expect(documentCode(text)).toBe(
    '955327eb55f8bdf16d069358a063d87e1577a292cb088ec186ed60bbc38e750b7b3980659b278ead789b95f9c51a9ef7',
  )
})
