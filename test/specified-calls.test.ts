import { expect, test } from 'vitest'
import { newClient } from './cases/clients.ts'
import { newCompany } from './cases/companies.ts'
import { makeClient, makeContract } from './factory.ts'
import { factusKeys } from './factus-keys.ts'
import { reportBody } from './reporting.ts'
import { wompiKeys } from './wompi-keys.ts'
import { type Person, testApp } from './world.ts'

const t = testApp()

/** Sends a call as a program does that was written against the specification: its method, its address and its body, without our schemas. */
async function send(by: Person, call: string, payload?: object) {
  const [method, url] = call.split(' ')
  const response = await t.app.inject({
    method: method as 'GET',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${by.token}` },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, json: response.json() }
}

/** The status of a call and the names of its reply; those of its `data`, or that `data` is a list. */
async function formOf(by: Person, call: string, payload?: object) {
  const { status, json } = await send(by, call, payload)
  const { data } = json
  return [status, Array.isArray(data) ? 'list' : data === undefined ? Object.keys(json) : 'record']
}

test('API-01 las llamadas de la plataforma y de la empresa responden con los nombres de la especificación', async () => {
  const company = await t.company()
  const superadmin = await company.person('superadmin')
  const admin = await company.person('admin')
  expect(await formOf(superadmin, 'POST /admin/company', { admin: newCompany() })).toEqual([201, 'record'])
  expect(await formOf(superadmin, 'GET /admin/companies')).toEqual([200, 'list'])
  expect(await formOf(admin, 'GET /admin')).toEqual([200, 'list'])
  expect(await formOf(admin, `PATCH /admin/profile/${company.id}`, { admin: { city: 'Envigado' } })).toEqual([
    200,
    'record',
  ])
  const wompi = await send(admin, 'PATCH /admin/credentials/wompi', { credentials: wompiKeys('escrita') })
  expect(wompi).toMatchObject({ status: 200, json: { data: expect.anything() } })
  const factus = await send(admin, 'PATCH /admin/credentials/factus', { credentials: factusKeys('escrita') })
  expect(factus).toMatchObject({ status: 200, json: { data: expect.anything() } })
  const { rows } = await t.owner.query('select nit from companies where id = $1', [company.id])
  const listed = await send(admin, 'GET /admin')
  expect(listed.json.data).toMatchObject([{ id: company.id, nit: rows[0]?.nit, city: 'Envigado' }])
  // The status goes first, and then the company.
  const suspended = await send(superadmin, `PATCH /admin/status/suspended/${company.id}`, { reason: 'No ha pagado' })
  expect(suspended).toMatchObject({ status: 200, json: { data: { id: company.id, status: 'suspended' } } })
})

test('API-01 las llamadas de planes y valores por defecto responden con los nombres de la especificación', async () => {
  const financial = await (await t.company()).person('financial')
  const billing_config = {
    connection_cost: 120000,
    discounted_value: 60000,
    billing_cut_day: 15,
    reconnection_cost: 1500,
    transfer_cost: 60000,
    technical_visit_cost: 35000,
    additional_cable_cost: 1800,
  }
  expect((await send(financial, 'PATCH /admin/billing-config', { billing_config })).status).toBe(200)
  const read = await send(financial, 'GET /admin/billing-config')
  expect(read).toMatchObject({ status: 200, json: { data: billing_config } })
  const plan = {
    name: 'Hogar 50',
    reference_code: 'HOGAR50',
    price: 60000,
    download_speed: '50 Mbps',
    upload_speed: '10 Mbps',
    is_active: true,
  }
  const made = await send(financial, 'POST /admin/plans', { plan })
  expect(made).toMatchObject({ status: 201, json: { data: plan, message: 'Plan creado exitosamente' } })
  const address = `/admin/plans/${made.json.data.id}`
  const changed = await send(financial, `PATCH ${address}`, { plan: { ...plan, price: 65000 } })
  expect(changed).toMatchObject({
    status: 200,
    json: { data: { price: 65000 }, message: 'Plan actualizado exitosamente' },
  })
  expect((await send(financial, 'GET /admin/plans')).json.data).toMatchObject([{ ...plan, price: 65000 }])
  const deleted = await send(financial, `DELETE ${address}`)
  expect(deleted).toMatchObject({ status: 200, json: { message: 'Plan eliminado exitosamente' } })
  expect((await send(financial, 'GET /admin/plans')).json.data).toEqual([])
})

test('API-01 FMT-02 las llamadas de clientes reciben y responden los nombres de la especificación, también los mal escritos', async () => {
  const financial = await (await t.company()).person('financial')
  const client = { ...newClient(), second_lastname: 'Gómez', nacionality: 'Colombiana' }
  const made = await send(financial, 'POST /client', { client })
  expect(made).toMatchObject({ status: 201, json: { data: { identification: client.identification } } })
  const { id } = made.json.data
  expect((await send(financial, `GET /client/${id}`)).json.data).toMatchObject({
    id,
    ...client,
    createdAt: expect.any(String),
  })
  const found = await send(financial, `GET /client/find-by-cedula/${client.identification}`)
  expect(found).toMatchObject({ status: 200, json: { data: { id } } })
  expect((await send(financial, 'GET /client')).json.data).toMatchObject([{ id }])
  const changed = await send(financial, `PATCH /client/${id}`, { client: { city: 'Envigado' } })
  expect(changed).toMatchObject({ status: 200, json: { data: { id, city: 'Envigado' } } })
  const switched = await send(financial, `PATCH /client/${id}/status`, {})
  expect(switched).toMatchObject({ status: 200, json: { message: expect.any(String), data: { id } } })
})

test('API-01 la carga masiva responde con mensaje, clientes creados, y la cédula y el error de cada fila', async () => {
  const financial = await (await t.company()).person('financial')
  const file = [
    'identification,first_name,last_name,email,stratum,department,city,address',
    '10000001,Ana,Ruiz,ana@correo.test,2,Antioquia,Medellín,Calle 1',
    '10000002,Luis,Paz,no es un correo,2,Antioquia,Medellín,Calle 2',
  ].join('\n')
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/client/massive',
    headers: { authorization: `Bearer ${financial.token}`, 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${file}\r\n--b--\r\n`,
  })
  expect(response.json()).toMatchObject({
    message: expect.any(String),
    details: { createdClients: 1, errors: [{ client_cedula: '10000002', error: expect.stringContaining('correo') }] },
  })
})

test('API-01 las llamadas del acta responden con los nombres de la especificación', async () => {
  const company = await t.company()
  const technical = await company.person('technical')
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id)
  const { installation_log } = await reportBody(t, technical)
  const made = await send(technical, `POST /installation-log/${no_contract}`, { installation_log })
  expect(made).toMatchObject({ status: 201, json: { data: { type_order_job: 'instalacion' } } })
  const evi_vid_url = 'https://videos.test/acta'
  const video = await send(technical, `PATCH /installation-log/${no_contract}`, { evi_vid_url })
  expect(video).toMatchObject({
    status: 200,
    json: { data: { evi_vid_url }, message: 'URL del video guardada correctamente' },
  })
  const read = await send(technical, `GET /installation-log/${no_contract}`)
  expect(read).toMatchObject({
    status: 200,
    json: { data: { evi_vid_url, satisfactionSurvey: installation_log.satisfactionSurvey } },
  })
})
