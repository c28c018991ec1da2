import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { consentApi } from '#domain/consents/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { sectionsOf } from '#domain/contracts/contract-sections.ts'
import { publicSigningApi, signingLinkApi } from '#domain/contracts/signing-link-api.ts'
import { DAY_MS } from '#domain/core/durations.ts'
import { contractMailTasks } from '#server/contracts/contract-mail.ts'
import { contractBody, signatureBody, tokenOf } from '#test/cases/contracts.ts'
import { makeClient, makePlan } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const ABSENT = 'Este enlace ya no funciona. Pídele uno nuevo a tu proveedor.'

async function makeSendable(email: string | null = 'yenny@correo.test') {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id, email === null ? {} : { email })
  const planId = await makePlan(t.owner, company.id)
  const { data } = await financial.call(contractApi.create, { body: contractBody(client.id, planId) })
  return { company, financial, client, planId, params: { no: data.no_contract }, contract: data }
}

async function makeSent() {
  const made = await makeSendable()
  await made.financial.call(signingLinkApi.send, { params: made.params })
  const token = await tokenOf(t, made.company.id, made.params.no)
  const body = signatureBody(made.client.identification)
  return { ...made, token, link: { params: { token } }, body }
}
type Sent = Awaited<ReturnType<typeof makeSent>>

/** The three replies of a link. */
async function repliesOf({ link, body }: Pick<Sent, 'link' | 'body'>) {
  const { identification } = body
  const replies = [
    await t.ask(publicSigningApi.get, link),
    await t.ask(publicSigningApi.read, { ...link, body: { identification } }),
    await t.ask(publicSigningApi.sign, { ...link, body }),
  ]
  return replies.map(({ status, json }) => [status, json.message])
}
/** The page says that the contract is signed or that it changed; it is not read nor signed. */
const closedAs = (copy: string) => [
  [200, undefined],
  [409, copy],
  [409, copy],
]
const SIGNED = closedAs('Este contrato ya está firmado: no tienes que hacer nada más')
const CHANGED = closedAs('El contrato cambió después de que te enviaron este enlace: pídele uno nuevo a tu proveedor')
const stateOf = async ({ link }: Pick<Sent, 'link'>) =>
  z.parse(publicSigningApi.get.reply, (await t.ask(publicSigningApi.get, link)).json).data.state

const CLOSED = [
  [404, ABSENT],
  [404, ABSENT],
  [404, ABSENT],
]
const Texts = z.object({
  data: z.object({
    texts: z.array(
      z.object({
        text: z.string(),
        text_hash: z.string(),
        accepts_renewal: z.boolean(),
        accepts_electronic_invoice: z.boolean(),
      }),
    ),
  }),
})
const signaturesOf = async ({ contract }: Sent): Promise<number> =>
  (await t.owner.query('select from contract_signatures where contract_id = $1', [contract.id])).rowCount ?? 0

test('CON-03 la oficina envía el enlace y el cliente firma sin sesión: el contrato queda firmado, con su versión y su copia', async () => {
  const made = await makeSent()
  const { data: shown } = await made.financial.call(signingLinkApi.get, { params: made.params })
  expect(shown).toMatchObject({ to: 'yenny@correo.test', status: 'open' })
  const page = await t.ask(publicSigningApi.get, made.link)
  expect([page.status, JSON.stringify(page.json)]).toEqual([200, expect.not.stringContaining('Yenny')])
  const identification = made.client.identification
  const read = await t.ask(publicSigningApi.read, { ...made.link, body: { identification } })
  const { texts } = z.parse(Texts, read.json).data
  const text = texts.find((one) => one.accepts_renewal && one.accepts_electronic_invoice)
  expect(sectionsOf(text?.text ?? '').sections).toHaveLength(22)
  const body = { ...made.body, accepts_electronic_invoice: true, text_hash: text?.text_hash }
  const signed = await t.ask(publicSigningApi.sign, { ...made.link, body })
  expect([signed.status, signed.json.message]).toEqual([200, 'Contrato firmado exitosamente'])
  const { copy_token } = z.parse(publicSigningApi.sign.reply, signed.json).data
  const copy = await t.ask(publicSigningApi.copy, { params: { token: copy_token } })
  expect([copy.status, readPdf(copy.bytes).pages]).toEqual([200, 2])
  const { data: versions } = await made.financial.call(contractApi.versions, { params: made.params })
  expect(versions).toMatchObject([{ version: 1, channel: 'link', text_hash: text?.text_hash }])
  const { rows } = await t.owner.query(
    `select actor_id, actor_name from events where company_id = $1 and name = 'contract.signed'`,
    [made.company.id],
  )
  expect(rows).toEqual([{ actor_id: null, actor_name: 'El titular, con el enlace de firma' }])
  // What the client read with it is the text of the signature.
  const consent = (await made.financial.call(consentApi.list, { query: { client_id: made.client.id } })).data.find(
    ({ purpose }) => purpose === 'electronic_invoice',
  )
  expect(consent).toMatchObject({ is_granted: true, said: { channel: 'link', by: 'Yenny Bohórquez' } })
  const { data: kept } = await made.financial.call(contractApi.text, { params: made.params })
  expect(kept.text).toContain('[x] Con esta firma acepta recibir la factura solamente por medios electrónicos.')
  t.setNow(new Date(t.world.clock().getTime() + 31 * 60_000))
  expect((await t.ask(publicSigningApi.copy, { params: { token: copy_token } })).status).toBe(404)
  t.setNow(null)
})

test('CON-03 un enlace usado dice que ya se firmó, y uno de un contrato que cambió, que se pide otro; anulado, falso o de una empresa cerrada no dice nada', async () => {
  const used = await makeSent()
  expect((await t.ask(publicSigningApi.sign, { ...used.link, body: used.body })).status).toBe(200)
  expect(await repliesOf(used)).toEqual(SIGNED)
  expect(await stateOf(used)).toBe('signed')
  expect(await signaturesOf(used)).toBe(1)

  const revoked = await makeSent()
  await revoked.financial.call(signingLinkApi.revoke, { params: revoked.params })
  expect(await repliesOf(revoked)).toEqual(CLOSED)
  const again = await revoked.financial.ask(signingLinkApi.revoke, { params: revoked.params })
  expect(again.status).toBe(409)

  const replaced = await makeSent()
  await replaced.financial.call(signingLinkApi.send, { params: replaced.params })
  expect(await repliesOf(replaced)).toEqual(CLOSED)

  const changed = await makeSent()
  const edit = (address: string) =>
    changed.financial.call(contractApi.update, { params: changed.params, body: { contract: { address } } })
  expect((await edit('Otra casa')).message).toBe(
    'Contrato actualizado exitosamente. El enlace para firmar que tiene yenny@correo.test ya no abre: envíale uno nuevo',
  )
  expect(await repliesOf(changed)).toEqual(CHANGED)
  expect(await stateOf(changed)).toBe('changed')
  const { data } = await changed.financial.call(signingLinkApi.get, { params: changed.params })
  expect(data?.status).toBe('changed')
  await changed.financial.call(signingLinkApi.send, { params: changed.params })
  expect(await repliesOf(changed)).toEqual(CLOSED)
  const { data: sent } = await changed.financial.call(signingLinkApi.get, { params: changed.params })
  expect(sent?.status).toBe('open')

  const priced = await makeSent()
  await t.owner.query('update plans set price = price + 100000 where id = $1', [priced.planId])
  expect(await repliesOf(priced)).toEqual(CHANGED)

  const voided = await makeSent()
  await voided.financial.call(contractApi.cancel, { params: voided.params, body: { reason: 'El cliente desistió' } })
  expect(await repliesOf(voided)).toEqual(CLOSED)

  const closed = await makeSent()
  await t.owner.query(`update companies set status = 'closed' where id = $1`, [closed.company.id])
  expect(await repliesOf(closed)).toEqual(CLOSED)

  const { token } = await makeSent()
  const bytes = Buffer.from(token, 'base64url')
  const { body } = used
  for (const at of [0, 20, bytes.length - 1]) {
    const forged = Buffer.from(bytes)
    forged.writeUInt8((forged.readUInt8(at) + 1) % 256, at)
    expect(await repliesOf({ body, link: { params: { token: forged.toString('base64url') } } })).toEqual(CLOSED)
  }
})

test('CON-03 el enlace vale siete días y no un minuto más', async () => {
  const made = await makeSent()
  const { rows } = await t.owner.query<{ expires_at: Date }>(
    'select expires_at from signing_links where contract_id = $1',
    [made.contract.id],
  )
  const end = rows[0]?.expires_at ?? new Date(0)
  expect(end.getTime() - t.world.clock().getTime()).toBeGreaterThan(7 * DAY_MS - 60_000)
  t.setNow(new Date(end.getTime() - 1_000))
  expect((await t.ask(publicSigningApi.get, made.link)).status).toBe(200)
  t.setNow(end)
  expect(await repliesOf(made)).toEqual(CLOSED)
  t.setNow(null)
})

test('CON-03 dos firmas a la vez con el mismo enlace dejan una sola', async () => {
  const made = await makeSent()
  const answers = await Promise.all(
    [1, 2, 3].map(() => t.ask(publicSigningApi.sign, { ...made.link, body: made.body })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await signaturesOf(made)).toBe(1)
})

test('CON-03 sin el documento del titular no se lee ni se firma, y quien lo adivina espera cada vez más', async () => {
  const made = await makeSent()
  const wrong = { ...made.link, body: { identification: '123456' } }
  const first = await t.ask(publicSigningApi.read, wrong)
  expect([first.status, first.json.errors?.[0]?.field]).toEqual([422, 'identification'])
  expect(JSON.stringify(first.json)).not.toContain(made.params.no)
  const signature = await t.ask(publicSigningApi.sign, { ...made.link, body: signatureBody('123456') })
  expect(signature.status).toBe(422)
  let status = 0
  for (let tries = 0; tries < 12 && status !== 429; tries += 1)
    status = (await t.ask(publicSigningApi.read, wrong)).status
  expect(status).toBe(429)
  const { identification } = made.body
  expect((await t.ask(publicSigningApi.read, { ...made.link, body: { identification } })).status).toBe(429)
  expect(await signaturesOf(made)).toBe(0)
})

test('CON-03 de veinte documentos que se adivinan a la vez solo se comparan los permitidos, y el de verdad espera con ellos', async () => {
  const made = await makeSent()
  const guess = (identification: string) => t.ask(publicSigningApi.read, { ...made.link, body: { identification } })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => guess(`9000${index + 10}`)))
  const compared = answers.filter(({ status }) => status === 422)
  const sequential = await makeSent()
  let permitted = 0
  while (
    (await t.ask(publicSigningApi.read, { ...sequential.link, body: { identification: '123456' } })).status === 422
  )
    permitted += 1
  expect(compared.length).toBe(permitted)
  expect(answers.filter(({ status }) => status === 429).length).toBe(20 - permitted)
  expect((await guess(made.body.identification)).status).toBe(429)
})

test('CON-03 una firma vacía con el enlace se rechaza, y el enlace sigue abierto', async () => {
  const made = await makeSent()
  for (const signature of [[], [[[1, 1]]], 'dibujo']) {
    const answer = await t.ask(publicSigningApi.sign, { ...made.link, body: { ...made.body, signature } })
    expect([answer.status, answer.json.errors?.[0]?.field.startsWith('signature')]).toEqual([400, true])
  }
  const stale = await t.ask(publicSigningApi.sign, { ...made.link, body: { ...made.body, text_hash: 'a'.repeat(64) } })
  expect(stale.status).toBe(409)
  expect((await t.ask(publicSigningApi.get, made.link)).status).toBe(200)
  expect((await t.ask(publicSigningApi.sign, { ...made.link, body: made.body })).status).toBe(200)
})

test('CON-03 sin correo no se envía, y lo firmado o anulado tampoco; otra empresa no lo ve', async () => {
  const without = await makeSendable(null)
  const refused = await without.financial.ask(signingLinkApi.send, { params: without.params })
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('no tiene correo')])
  const made = await makeSent()
  await made.financial.call(contractApi.sign, { params: made.params, body: made.body })
  expect((await made.financial.ask(signingLinkApi.send, { params: made.params })).status).toBe(409)
  expect(await repliesOf(made)).toEqual(SIGNED)
  const other = await makeSendable()
  expect((await other.financial.ask(signingLinkApi.send, { params: made.params })).status).toBe(404)
})

test('R2.20 al firmar, el cliente recibe su copia en PDF por correo; sin correo no se envía nada', async () => {
  const made = await makeSent()
  await t.ask(publicSigningApi.sign, { ...made.link, body: made.body })
  const { rows } = await t.owner.query<{ payload: object }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'contract.copy' and j.payload ->> 'contract_id' = $1`,
    [made.contract.id],
  )
  expect(rows).toHaveLength(1)
  await contractMailTasks['contract.copy'](t.world, rows[0]?.payload)
  const mail = t.mails.at(-1)
  expect(mail).toMatchObject({ to: 'yenny@correo.test', subject: `Tu contrato ${made.params.no} quedó firmado` })
  const [file] = mail?.attachments ?? []
  expect(file?.name).toBe(`contrato-${made.params.no}-v1.pdf`)
  expect(readPdf(file?.bytes ?? Buffer.alloc(0)).pages).toBe(2)
  const count = t.mails.length
  await t.owner.query('update clients set email = null where id = $1', [made.client.id])
  await contractMailTasks['contract.copy'](t.world, rows[0]?.payload)
  expect(t.mails).toHaveLength(count)
})
