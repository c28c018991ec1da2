import { dayOf } from '#domain/core/days.ts'
import { visitApi } from '#domain/visits/api.ts'
import type { Company, TestApp } from '../world.ts'
import { casesOf, filter, type Request, type Roles, type Sample, theirs } from './case.ts'
import { active, type Made, signed } from './contracts.ts'

const inTheField: Roles = { financial: theirs(200), technical: theirs(200) }
const filters: Roles = { financial: filter, technical: filter, client: filter }
const visit: Request = (its) => ({ params: { id: its.visit } })

/** A call about a visit of today that is planned for a contract in service. */
const sampleOn =
  (bodyOf?: (t: TestApp, made: Made) => object | Promise<object>): Sample =>
  async (t: TestApp, company: Company) => {
    const made = await active(t, company)
    const planned = { no_contract: made.params.no, kind: 'revision', day: dayOf(t.world.clock()) }
    const { data } = await made.by.call(visitApi.create, { body: { visit: planned } })
    return { by: made.by, wire: { params: { id: data.id }, ...(bodyOf && { body: await bodyOf(t, made) }) } }
  }

export const visitCases = casesOf(visitApi, {
  list: {
    may: { financial: 200, technical: 200, client: 200 },
    with: { no_contract: { may: filters } },
  },
  get: { may: inTheField, request: visit },
  create: {
    may: { financial: theirs(201), technical: theirs(201) },
    sample: async (t, company) => {
      const made = await active(t, company)
      return {
        by: made.by,
        wire: { body: { visit: { no_contract: made.params.no, kind: 'revision', note: 'Sin señal' } } },
      }
    },
  },
  move: { may: inTheField, sample: sampleOn((t) => ({ day: dayOf(t.world.clock()), slot: 'dia' })) },
  assign: {
    may: { ...inTheField, body: 422 },
    sample: sampleOn(async (_t, made) => ({ technician_id: (await made.company.person('technical')).id })),
  },
  cancel: { may: inTheField, sample: sampleOn(() => ({ reason: 'El cliente no puede' })) },
  miss: { may: inTheField, sample: sampleOn(() => ({ reason: 'No había nadie' })) },
  finish: { may: inTheField, sample: sampleOn() },
  schedule: {
    may: { ...inTheField, body: 422 },
    sample: async (t, company) => {
      const made = await signed(t, company)
      const technician_id = (await company.person('technical')).id
      return {
        by: made.by,
        wire: { params: made.params, body: { scheduled_on: dayOf(t.world.clock()), technician_id } },
      }
    },
  },
})
