import { contractApi } from '#domain/contracts/api.ts'
import { publicSigningApi, signingLinkApi } from '#domain/contracts/signing-link-api.ts'
import { on } from './billing-desk.ts'
import { contractBody, signatureBody, tokenOf } from './cases/contracts.ts'
import { makeClient, makePlan } from './factory.ts'
import type { TestApp } from './world.ts'

/** A contract whose client signed it on Friday 6 November 2026: with five business days and a holiday on the 16th, until the 13th. */
export async function makeSigned(t: TestApp, how: 'link' | 'desk' = 'link') {
  const company = await t.company()
  const financial = await company.person('financial')
  const person = await company.person('client')
  const client = await makeClient(t.owner, company.id, { email: 'yenny@correo.test' })
  await t.owner.query('update clients set user_id = $2 where id = $1', [client.id, person.id])
  on(t, '2026-11-06')
  const body = contractBody(client.id, await makePlan(t.owner, company.id))
  const { data } = await financial.call(contractApi.create, { body })
  const params = { no: data.no_contract }
  const signature = signatureBody(client.identification)
  if (how === 'desk') await financial.call(contractApi.sign, { params, body: signature })
  else {
    await financial.call(signingLinkApi.send, { params })
    const token = await tokenOf(t, company.id, params.no)
    await t.ask(publicSigningApi.sign, { params: { token }, body: signature })
  }
  const asked = (asked_on: string) => ({ params, body: { asked_on, asked_channel: 'whatsapp' } })
  return { company, financial, person, clientId: client.id, params, asked }
}
