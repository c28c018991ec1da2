import { addDays, type Day } from '#domain/core/days.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { FiledPqr } from '#domain/pqr/case.ts'
import { makeClient, makeContract } from '../factory.ts'
import type { Company, Person, TestApp } from '../world.ts'

/** What a person writes in a new case. */
export const newCase = (subject = 'Internet lento en las noches') => ({
  type: 'queja',
  subject,
  text: 'Desde el lunes el internet queda muy lento después de las siete de la noche.',
  response_channel: 'correo',
})

type Filed = { by: Person; client: Person; clientId: string; no_contract: string; filed: FiledPqr }

/** A case of a client with an e-mail and a contract, filed by the client. */
export async function filedCase(
  t: TestApp,
  company: Company,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Filed> {
  const made = await makeClient(t.owner, company.id, { email: 'yenny@correo.test' })
  const { no_contract } = await makeContract(t.owner, company.id, made.id)
  const user = { id: made.userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  const by = await company.person('financial')
  const { data } = await client.call(pqrApi.create, { body: { pqr: { ...newCase(), ...fields } } })
  return { by, client, clientId: made.id, no_contract, filed: data }
}

/** A case about the contract of its client, as its staff calls it. */
export async function contractCase(t: TestApp, company: Company) {
  const { by, client, no_contract } = await filedCase(t, company)
  const pqr = { ...newCase('Sin señal'), typology: 'sin_servicio', no_contract }
  const { data: filed } = await client.call(pqrApi.create, { body: { pqr } })
  return { by, client, no_contract, filed, params: { id: filed.id } }
}

/** The first second of the day after a term: its consequence has come. */
export const after = (last: Day): Date => new Date(`${addDays(last, 1)}T00:00:01-05:00`)
/** Ten in the morning of a day in Bogotá. */
export const morningOf = (on: string): Date => new Date(`${on}T10:00:00-05:00`)
