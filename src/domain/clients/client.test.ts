import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clientImportApi } from '#domain/imports/api.ts'
import { Client, NewClient } from './client.ts'

const person = {
  type_identification: 'CC',
  identification: '1020345678',
  first_name: 'Natalia',
  last_name: 'Hernández',
  address: 'Calle 10 # 20-30',
  department: 'Boyacá',
  city: 'Paya',
  phone: '3106740263',
  stratum: 2,
}

const problems = (changes: object): string[] =>
  z
    .safeParse(NewClient, { ...person, ...changes })
    .error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []

test('CLI-02 una identificación corresponde a su tipo', () => {
  expect(problems({})).toEqual([])
  expect(problems({ type_identification: 'NIT', identification: '900123456-8' })).toEqual([])
  const wrong = ['identification: El número no corresponde al tipo de documento']
  expect(problems({ type_identification: 'NIT', identification: '900123456-7' })).toEqual([
    'identification: El dígito de verificación no es el de ese NIT: revisa el número completo en el RUT',
  ])
  expect(problems({ type_identification: 'NIT', identification: '900123456' })).toEqual([
    'identification: Escribe el NIT con su dígito de verificación, por ejemplo 900123456-8',
  ])
  expect(problems({ identification: '10A' })).toEqual(wrong)
})

test('CLI-02 celular y fijo tienen 10 dígitos, y el estrato va de 1 a 6', () => {
  expect(problems({ phone: '6013443460' })).toEqual(['phone: El celular tiene 10 dígitos y empieza por 3'])
  expect(problems({ telephone: '6013443460' })).toEqual([])
  expect(problems({ telephone: '6033443460' })).toHaveLength(1)
  expect(problems({ stratum: 7 })).toEqual(['stratum: El estrato va de 1 a 6'])
  expect(problems({ stratum: 2.5 })).toEqual(['stratum: El estrato va de 1 a 6'])
})

test('CLI-02 una persona lleva nombre y apellido, una empresa su razón social', () => {
  const { first_name: _first, last_name: _last, ...nameless } = person
  expect(z.safeParse(NewClient, nameless).success).toBe(false)
  expect(z.safeParse(NewClient, { ...nameless, business_name: 'Tienda La 10 S.A.S.' }).success).toBe(true)
  expect(problems({ role: 'admin' })).toHaveLength(1)
})

test('FMT-02 los campos del cliente llevan los nombres de la especificación', () => {
  const specified =
    'address identification type_identification first_name second_name last_name second_lastname email phone telephone stratum date_contract payment_date avatar_url department city nacionality contracts user createdAt updatedAt'
  expect(Object.keys(Client.shape)).toEqual(expect.arrayContaining(specified.split(' ')))
})

test('API-02 la carga masiva recibe un archivo y responde cuántos creó y qué filas no, sin envolverlo en data', () => {
  expect(clientImportApi.upload).toMatchObject({ method: 'POST', path: '/client/massive', bodyAs: 'upload' })
  const answer = {
    message: 'Se crearon 2 clientes',
    details: {
      createdClients: 2,
      updatedClients: 1,
      errors: [{ client_cedula: '1020345678', error: 'El estrato es requerido', line: 4 }],
    },
  }
  expect(z.parse(clientImportApi.upload.reply, answer)).toEqual(answer)
  expect(z.safeParse(clientImportApi.upload.reply, { data: answer }).success).toBe(false)
})
