import { expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { clientApi } from '#domain/clients/api.ts'
import { addDays, dayOf } from '#domain/core/days.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { apiTokenApi } from '#domain/integrations/api-token-api.ts'
import { makeClient } from '#test/factory.ts'
import { emptyMailbox, recoveryCodes, runJobs } from '#test/sign-in.ts'
import { upload } from '#test/upload.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

async function clientWithPassword() {
  const company = await t.company({ name: 'Red Sur' })
  const financial = await company.person('financial')
  const made = await makeClient(t.owner, company.id, { email: `vieja.${company.id}@correo.test` })
  await t.owner.query(`update users set email = $2, password_hash = 'x' where id = $1`, [
    made.userId,
    `vieja.${company.id}@correo.test`,
  ])
  return {
    company,
    financial,
    made,
    oldAddress: `vieja.${company.id}@correo.test`,
    email: `nueva.${company.id}@correo.test`,
  }
}

test('CLI-02 cambiar el correo de un cliente pide la contraseña, avisa al anterior y frena la recuperación un día', async () => {
  const { company, financial, made, oldAddress, email } = await clientWithPassword()
  const params = { id: made.id }
  const change = () => financial.ask(clientApi.update, { params, body: { client: { email } } })
  await t.owner.query(`update sessions set fresh_until = now() - interval '1 hour' where user_id = $1`, [financial.id])
  expect((await change()).json.code).toBe('STEP_UP_REQUIRED')
  const phone = { client: { phone: '3001112233', email: oldAddress } }
  expect((await financial.ask(clientApi.update, { params, body: phone })).status).toBe(200)

  const before = Object.values(await recoveryCodes(t, oldAddress))[0] ?? ''
  expect(before).toMatch(/^\d{6}$/)
  await emptyMailbox(t)
  await t.owner.query(`update sessions set fresh_until = now() + interval '5 minutes' where user_id = $1`, [
    financial.id,
  ])
  expect((await change()).status).toBe(200)
  await runJobs(t)
  expect(t.mails.map((mail) => [mail.to, mail.subject])).toEqual([[oldAddress, 'Tu correo cambió']])
  expect(t.mails[0]?.text).toContain('24 horas')
  expect(await t.events(company.id)).toContain('client.email_changed')

  const spent = await t.ask(authApi.validateOtp, { body: { email: oldAddress, otp: before } })
  expect(spent.status).toBe(422)
  expect(await recoveryCodes(t, email)).toEqual({})
  const access = await financial.ask(clientApi.access, { params })
  expect([access.status, access.json.code]).toEqual([409, 'CONFLICT'])
  await t.owner.query(`update users set recovery_held_until = now() - interval '1 second' where id = $1`, [made.userId])
  expect(Object.keys(await recoveryCodes(t, email))).toHaveLength(1)
  expect((await financial.ask(clientApi.access, { params })).status).toBe(200)
})

test('CLI-02 un acceso pedido justo antes de cambiar el correo no llega al correo nuevo', async () => {
  const { financial, made, oldAddress, email } = await clientWithPassword()
  await emptyMailbox(t)
  const params = { id: made.id }
  expect((await financial.ask(clientApi.access, { params })).status).toBe(200)
  expect((await financial.ask(clientApi.update, { params, body: { client: { email } } })).status).toBe(200)
  await runJobs(t)
  expect(t.mails.map((mail) => [mail.to, mail.subject])).toEqual([[oldAddress, 'Tu correo cambió']])
})

test('CLI-02 un cliente que aún no tiene contraseña recibe su acceso en el correo corregido', async () => {
  const { financial, made, email } = await clientWithPassword()
  await t.owner.query('update users set password_hash = null where id = $1', [made.userId])
  const params = { id: made.id }
  expect((await financial.ask(clientApi.update, { params, body: { client: { email } } })).status).toBe(200)
  expect((await financial.ask(clientApi.access, { params })).status).toBe(200)
})

const HEADING = 'Tipo de documento;Documento;Nombre;Apellido;Correo;Celular;Dirección;Departamento;Ciudad;Estrato'
const rowOf = (identification: string, email: string) =>
  `CC;${identification};Yenny;Bohórquez;${email};3001234567;Calle 10;Antioquia;Medellín;2`
const fileOf = (...rows: string[]) => ({ name: 'clientes.csv', bytes: Buffer.from([HEADING, ...rows].join('\n')) })

test('CLI-04 un archivo que cambia el correo de un cliente avisa al anterior, frena la recuperación y queda en la bitácora', async () => {
  const { company, financial, made, oldAddress, email } = await clientWithPassword()
  await emptyMailbox(t)
  const answer = await upload(t, financial, clientImportApi.upload, fileOf(rowOf(made.identification, email)))
  expect(answer.json).toMatchObject({ details: { updatedClients: 1 } })
  await runJobs(t)
  expect(t.mails.map((mail) => [mail.to, mail.subject])).toEqual([[oldAddress, 'Tu correo cambió']])
  expect(await recoveryCodes(t, email)).toEqual({})
  const { rows } = await t.owner.query(
    `select entity_id, before ->> 'email' as before, after ->> 'email' as after from events
     where company_id = $1 and name = 'client.email_changed'`,
    [company.id],
  )
  expect(rows).toEqual([{ entity_id: made.id, before: oldAddress, after: email }])
})

test('CLI-04 un archivo que cambia un correo pide la contraseña como la ficha; sin cambiar ninguno no la pide, y la vista previa lo dice', async () => {
  const { financial, made, oldAddress, email } = await clientWithPassword()
  await t.owner.query(`update sessions set fresh_until = now() - interval '1 hour' where user_id = $1`, [financial.id])
  const rows = [rowOf(made.identification, email), rowOf('40506070', 'otra@correo.test')]
  const preview = await upload(t, financial, clientImportApi.preview, fileOf(...rows))
  expect(preview.json.data).toMatchObject({
    rows: [{ warnings: [expect.stringContaining('Cambia el correo de este cliente')] }, { warnings: [] }],
  })
  const refused = await upload(t, financial, clientImportApi.upload, fileOf(...rows))
  expect([refused.status, refused.json.code]).toEqual([422, 'STEP_UP_REQUIRED'])
  const { rows: written } = await t.owner.query('select email from clients where company_id = $1', [
    financial.companyId,
  ])
  expect(written).toEqual([{ email: oldAddress }])
  const same = [rowOf(made.identification, oldAddress), ...rows.slice(1)]
  expect((await upload(t, financial, clientImportApi.upload, fileOf(...same))).json).toMatchObject({
    details: { createdClients: 1, updatedClients: 1 },
  })
  await t.owner.query(`update sessions set fresh_until = now() + interval '5 minutes' where user_id = $1`, [
    financial.id,
  ])
  expect((await upload(t, financial, clientImportApi.upload, fileOf(...rows))).json).toMatchObject({
    details: { updatedClients: 2 },
  })
})

test('CLI-04 una clave de la API no cambia el correo de un cliente con un archivo: esa fila se rechaza y las otras entran', async () => {
  const { company, made, oldAddress, email } = await clientWithPassword()
  const admin = await company.person('admin')
  const { token } = await admin.call(apiTokenApi.create, {
    body: {
      token: {
        name: 'CRM',
        role: 'financial',
        scopes: ['clients:write'],
        expires_on: addDays(dayOf(new Date()), 30),
      },
    },
  })
  const caller = t.as(token, { ...admin, role: 'financial' })
  const file = fileOf(rowOf(made.identification, email), rowOf('40506071', 'otra@correo.test'))
  const answer = await upload(t, caller, clientImportApi.upload, file)
  expect(answer.json).toMatchObject({
    details: {
      createdClients: 1,
      updatedClients: 0,
      errors: [{ line: 2, error: expect.stringMatching(/clave de la API no puede/) }],
    },
  })
  const { rows } = await t.owner.query('select email from users where id = $1', [made.userId])
  expect(rows).toEqual([{ email: oldAddress }])
})

test('CLI-02 CLI-04 el primer correo de una cuenta que ya tiene contraseña también frena la recuperación un día', async () => {
  for (const isByFile of [false, true]) {
    const { financial, made, email } = await clientWithPassword()
    await t.owner.query('update users set email = null where id = $1', [made.userId])
    await t.owner.query('update clients set email = null where id = $1', [made.id])
    const answer = isByFile
      ? await upload(t, financial, clientImportApi.upload, fileOf(rowOf(made.identification, email)))
      : await financial.ask(clientApi.update, { params: { id: made.id }, body: { client: { email } } })
    expect(answer.status).toBe(200)
    expect(await recoveryCodes(t, email)).toEqual({})
    const access = await financial.ask(clientApi.access, { params: { id: made.id } })
    expect([access.status, access.json.code]).toEqual([409, 'CONFLICT'])
  }
})
