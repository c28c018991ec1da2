import { expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { clientApi } from '#domain/clients/api.ts'
import { clientImportApi } from '#domain/imports/api.ts'
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

test('CLI-04 un archivo que cambia el correo de un cliente avisa al anterior y frena la recuperación', async () => {
  const { financial, made, oldAddress, email } = await clientWithPassword()
  await emptyMailbox(t)
  const heading = 'Tipo de documento;Documento;Nombre;Apellido;Correo;Celular;Dirección;Departamento;Ciudad;Estrato'
  const row = `CC;${made.identification};Yenny;Bohórquez;${email};3001234567;Calle 10;Antioquia;Medellín;2`
  const answer = await upload(t, financial, clientImportApi.upload, {
    name: 'clientes.csv',
    bytes: Buffer.from(`${heading}\n${row}\n`),
  })
  expect(answer.json).toMatchObject({ details: { updatedClients: 1 } })
  await runJobs(t)
  expect(t.mails.map((mail) => [mail.to, mail.subject])).toEqual([[oldAddress, 'Tu correo cambió']])
  expect(await recoveryCodes(t, email)).toEqual({})
})
