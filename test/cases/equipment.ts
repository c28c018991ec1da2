import { equipmentApi } from '#domain/equipment/api.ts'
import { casesOf, filter, type Request, type Roles, type Sample, sampleBy, theirs } from './case.ts'

const staff: Roles = { financial: theirs(200), technical: theirs(200), network: theirs(200) }
const filters: Roles = { financial: filter, technical: filter, network: filter }
const equipment: Request = (its) => ({ params: { id: its.equipment } })
const NEW = { kind: 'onu', brand: 'Huawei', property: 'comodato' }

/** A call about a piece of equipment in the store, without a serial. */
const sampleOn =
  (body: object): Sample =>
  async (_t, company) => {
    const by = await company.person('financial')
    const { data } = await by.call(equipmentApi.create, { body: { equipment: NEW } })
    return { by, wire: { params: { id: data.id }, body } }
  }

export const equipmentCases = casesOf(equipmentApi, {
  list: {
    may: { financial: 200, technical: 200, network: 200 },
    with: { no_contract: { may: filters }, q: { may: filters } },
  },
  get: { may: staff, request: equipment },
  create: { may: { financial: 201, network: 201 }, sample: sampleBy('financial', { equipment: NEW }) },
  importLines: {
    may: { financial: 201, network: 201 },
    sample: sampleBy('network', () => ({
      equipment: { ...NEW, lines: `HWTC${Math.random().toString(36).slice(2, 10)}` },
    })),
  },
  update: { may: staff, sample: sampleOn({ equipment: { mac: '' } }) },
  move: { may: staff, sample: sampleOn({ to: 'damaged', note: 'Quemada' }) },
})
