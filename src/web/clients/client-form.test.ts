import { expect, test } from 'vitest'
import { clientBody } from './client-form.ts'

const typed = {
  'client.type_identification': 'CC',
  'client.identification': '1020345678',
  'client.first_name': 'Ana',
  'client.last_name': 'Ruiz',
  'client.phone': '310 674 0263',
  'client.stratum': '2',
  'client.department': 'Antioquia',
  'client.city': 'Medellín',
  'client.address': 'Calle 10',
  'client.email': '',
  'client.consents.data': true,
}

test('CLI-02 FMT-02 lo que se deja vacío no viaja al crear, y al cambiar se quita', () => {
  expect(clientBody(typed, false).client).toEqual({
    type_identification: 'CC',
    identification: '1020345678',
    first_name: 'Ana',
    last_name: 'Ruiz',
    phone: '3106740263',
    stratum: 2,
    department: 'Antioquia',
    city: 'Medellín',
    address: 'Calle 10',
    consents: ['data'],
  })
  expect(clientBody(typed, true).client).not.toHaveProperty('consents')
  expect(clientBody(typed, true).client).toMatchObject({ email: null, telephone: null, payment_date: null })
  expect(clientBody({ ...typed, 'client.nacionality': 'Venezolana' }, true).client).toMatchObject({
    nacionality: 'Venezolana',
  })
})
