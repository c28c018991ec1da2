import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { outageApi } from '#domain/outages/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { bill } from '#test/billing-desk.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
import { applyOutage } from './apply.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** Noon in Bogotá. */
const noon = (day: string): void => t.setNow(new Date(`${day}T17:00:00Z`))

/** A contract of 60,000 pesos in Medellín; 720 hours of a month without service are all of it. */
async function makeDesk(fields: Parameters<typeof makeContract>[3] = {}) {
  noon('2026-11-03')
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const contract = await makeContract(t.owner, company.id, client.id, { price: 6_000_000, ...fields })
  return { company, financial, client, id: contract.id, params: { no: contract.no_contract } }
}
type Desk = Awaited<ReturnType<typeof makeDesk>>

type Office = Pick<Desk, 'company' | 'financial'>

async function announce({ company, financial }: Office, started_at: string): Promise<string> {
  const outage = { department: 'Antioquia', city: 'Medellín', cause: 'Corte de la fibra', is_notified: false }
  const { data } = await financial.call(outageApi.announce, { body: { outage: { ...outage, started_at } } })
  await applyOutage(t.world, { company_id: company.id, outage_id: data.id })
  return data.id
}

/** Ends an outage, with its work done twice. */
async function end({ company, financial }: Office, id: string, ended_at: string): Promise<void> {
  await financial.call(outageApi.end, { params: { id }, body: { ended_at } })
  await applyOutage(t.world, { company_id: company.id, outage_id: id })
  await applyOutage(t.world, { company_id: company.id, outage_id: id })
}

/** The beginning of a day in Bogotá. */
const midnight = (day: string): string => `${day}T05:00:00Z`

async function makeOutage(office: Office, from: string, to: string): Promise<string> {
  const id = await announce(office, midnight(from))
  await end(office, id, midnight(to))
  return id
}

const waiting = async ({ id }: Pick<Desk, 'id'>) => {
  const { rows } = await t.owner.query<{ price: number; description: string }>(
    `select price::int / 100 as price, description from pending_charges
     where contract_id = $1 and compensates is not null and invoice_id is null order by occurred_on`,
    [id],
  )
  return rows.map(({ price, description }) => `${price} ${description}`)
}

/** What a client owes less its credit in favour, in pesos. */
async function netOf(clientId: string): Promise<number> {
  const { rows } = await t.owner.query<{ net: number }>(
    'select (coalesce(sum(receivable - credit), 0) / 100)::float8 as net from client_movements where client_id = $1',
    [clientId],
  )
  return rows[0]?.net ?? 0
}

async function clientPerson(company: Company, userId: string): Promise<Person> {
  const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  return t.as(await t.session(user), user)
}

/** A contract with cut 15 whose new holder begins on November 16. */
async function cede(desk: Desk) {
  await bill(t, desk, '2026-11')
  const next = await makeClient(t.owner, desk.company.id)
  const { financial, params } = desk
  await financial.call(cessionApi.cession, { params, body: { client_id: next.id } })
  await financial.call(cessionApi.acceptCession, { params, body: { acceptance: 'Carta' } })
  return next
}

test('SUS-07 R2.12 una falla antes y después de una cesión se compensa a cada titular por sus horas', async () => {
  const desk = await makeDesk({ cutDay: 15 })
  const next = await cede(desk)
  noon('2026-11-20')
  await applyDueChanges(t.world)
  const id = await makeOutage(desk, '2026-11-15', '2026-11-18')
  expect(await waiting(desk)).toEqual([
    '-2000 Compensación por 24 h sin servicio en noviembre de 2026',
    '-4000 Compensación por 48 h sin servicio en noviembre de 2026',
  ])
  const { data } = await desk.financial.call(outageApi.get, { params: { id } })
  expect(data.compensation).toEqual({ billed: 0, waiting: 600_000, contracts: 1 })
  const before = await netOf(desk.client.id)
  await applyDueChanges(t.world)
  expect(await netOf(desk.client.id)).toBe(before - 2_000)
  expect(await waiting(desk)).toEqual(['-4000 Compensación por 48 h sin servicio en noviembre de 2026'])
  const own = await (await clientPerson(desk.company, next.userId)).call(outageApi.own)
  expect(own.data.compensations.map(({ minutes, amount }) => [minutes, amount])).toEqual([[48 * 60, 400_000]])
  await bill(t, desk, '2026-12')
  expect(await netOf(next.id)).toBe(60_000 - 4_000)
  // More work changes nothing: each holder has its part.
  await applyOutage(t.world, { company_id: desk.company.id, outage_id: id })
  await applyDueChanges(t.world)
  expect([await waiting(desk), await netOf(desk.client.id), await netOf(next.id)]).toEqual([[], before - 2_000, 56_000])
})

test('SUS-07 R2.12 los minutos de antes de repartirlos por titular quedan con el de los días de la falla', async () => {
  const desk = await makeDesk({ cutDay: 15 })
  await cede(desk)
  noon('2026-11-26')
  await applyDueChanges(t.world)
  const [before, after] = [
    await makeOutage(desk, '2026-11-10', '2026-11-11'),
    await makeOutage(desk, '2026-11-24', '2026-11-25'),
  ]
  // As 0180 left the rows of before it: one for an outage and a month.
  await t.owner.query('delete from outage_contracts where contract_id = $1 and minutes = 0', [desk.id])
  await t.owner.query(`update outage_contracts set from_on = '2026-11-01' where contract_id = $1`, [desk.id])
  const migration = path.resolve(import.meta.dirname, '../../../db/migrations/0191_outages_of_ceded_contracts.sql')
  await t.owner.query(await readFile(migration, 'utf8'))
  const { rows } = await t.owner.query<{ outage_id: string; from_on: string }>(
    'select outage_id, from_on::text from outage_contracts where contract_id = $1 and minutes > 0',
    [desk.id],
  )
  const firstDays = new Map(rows.map(({ outage_id, from_on }) => [outage_id, from_on]))
  expect([firstDays.get(before), firstDays.get(after)]).toEqual(['2026-11-01', '2026-11-16'])
})

test('SUS-07 R2.12 lo que no se puede devolver a un titular anterior no le quita el turno al de otro contrato', async () => {
  const stuck = await makeDesk({ cutDay: 15 })
  const client = await makeClient(t.owner, stuck.company.id)
  const contract = await makeContract(t.owner, stuck.company.id, client.id, { price: 6_000_000, cutDay: 15 })
  const other = { ...stuck, client, id: contract.id, params: { no: contract.no_contract } }
  await cede(stuck)
  await cede(other)
  noon('2026-11-20')
  await applyDueChanges(t.world)
  // More than its invoices can give back, in as many charges as are settled in one transaction.
  await t.owner.query(
    `insert into pending_charges (company_id, contract_id, kind, description, price, occurred_on)
     select $1, $2, 'other', 'Devolución', -100000000, '2026-11-01' from generate_series(1, 200)`,
    [stuck.company.id, stuck.id],
  )
  await makeOutage(other, '2026-11-12', '2026-11-15')
  const before = await netOf(client.id)
  await applyDueChanges(t.world)
  await applyDueChanges(t.world)
  expect(await netOf(client.id)).toBe(before - 6_000)
})

test('SUS-07 R2.12 dos horas de un titular y una del otro son tres del servicio: cada uno recibe las suyas', async () => {
  const desk = await makeDesk({ cutDay: 15 })
  await cede(desk)
  noon('2026-11-20')
  await applyDueChanges(t.world)
  const id = await announce(desk, '2026-11-16T03:00:00Z')
  await end(desk, id, '2026-11-16T06:00:00Z')
  expect(await waiting(desk)).toEqual([
    '-167 Compensación por 2 h sin servicio en noviembre de 2026',
    '-83 Compensación por 1 h sin servicio en noviembre de 2026',
  ])
})

test('SUS-07 R2.12 el nuevo titular no ve las fallas ni lo compensado de los días del anterior', async () => {
  const desk = await makeDesk({ cutDay: 15 })
  const next = await cede(desk)
  noon('2026-11-10')
  await makeOutage(desk, '2026-11-08', '2026-11-09')
  noon('2026-11-20')
  const before = await (await clientPerson(desk.company, desk.client.userId)).call(outageApi.own)
  expect([before.data.outages.length, before.data.compensations.length]).toEqual([1, 1])
  await applyDueChanges(t.world)
  const own = await (await clientPerson(desk.company, next.userId)).call(outageApi.own)
  expect(own.data).toEqual({ outages: [], compensations: [] })
})

test('SUS-07 R2.12 en un contrato que ya terminó, lo de los días del titular anterior tampoco es del último', async () => {
  const desk = await makeDesk({ cutDay: 15 })
  const next = await cede(desk)
  noon('2026-11-20')
  await applyDueChanges(t.world)
  await bill(t, desk, '2026-12')
  const termination = { requested_on: '2026-11-20', reason: 'Se muda' }
  await desk.financial.call(contractApi.terminate, { params: desk.params, body: termination })
  await t.owner.query(`update contracts set status = 'terminated' where id = $1`, [desk.id])
  const [old, last] = [await netOf(desk.client.id), await netOf(next.id)]
  await makeOutage(desk, '2026-11-15', '2026-11-18')
  expect([await netOf(desk.client.id), await netOf(next.id)]).toEqual([old, last - 4_000])
  await applyDueChanges(t.world)
  expect([await netOf(desk.client.id), await netOf(next.id)]).toEqual([old - 2_000, last - 4_000])
})

const move = ({ financial, params }: Desk, city: string, on: string) =>
  financial.call(transferApi.transfer, {
    params,
    body: { address: 'Carrera 43A # 5-15', department: 'Antioquia', city, stratum: 2, on },
  })

test('SUS-07 R2.13 después de un traslado, la falla de la dirección anterior no se compensa; la de la nueva, desde ese día', async () => {
  const leaving = await makeDesk()
  const { company, financial } = leaving
  const other = async () => {
    const client = await makeClient(t.owner, company.id)
    const contract = await makeContract(t.owner, company.id, client.id, { price: 6_000_000 })
    return { company, financial, client, id: contract.id, params: { no: contract.no_contract } }
  }
  const [arriving, gone, late] = [await other(), await other(), await other()]
  await move(arriving, 'Envigado', '2026-11-03')
  await move(gone, 'Envigado', '2026-11-03')
  await move(late, 'Envigado', '2026-11-03')
  noon('2026-11-12')
  await move(leaving, 'Envigado', '2026-11-12')
  await move(arriving, 'Medellín', '2026-11-12')
  noon('2026-11-14')
  const id = await announce(leaving, midnight('2026-11-10'))
  noon('2026-11-16')
  await move(late, 'Medellín', '2026-11-16')
  noon('2026-11-17')
  await end(leaving, id, midnight('2026-11-15'))
  expect(await waiting(leaving)).toEqual(['-4000 Compensación por 48 h sin servicio en noviembre de 2026'])
  expect(await waiting(arriving)).toEqual(['-6000 Compensación por 72 h sin servicio en noviembre de 2026'])
  expect([await waiting(gone), await waiting(late)]).toEqual([[], []])
  expect((await financial.call(outageApi.get, { params: { id } })).data.contracts).toBe(2)
})
