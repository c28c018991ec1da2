import { equipmentValuesApi } from '#domain/contracts/equipment-values-api.ts'
import { equipmentApi } from '#domain/equipment/api.ts'
import { casesOf, filter, type Request, type Roles, type Sample, sampleBy, theirs } from './case.ts'
import { active } from './contracts.ts'

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

const NO_VALUES = { onu: null, router: null, antena: null, decodificador: null, otro: null }

const valuesCases = casesOf(equipmentValuesApi, {
  get: { may: { financial: 200 } },
  save: {
    may: { financial: 200 },
    sample: sampleBy('financial', { equipment_values: { ...NO_VALUES, onu: 180_000 } }),
  },
})

const piecesCases = casesOf(equipmentApi, {
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
  ofContract: { may: { financial: theirs(200) }, request: (its) => ({ params: { no: its.contract } }) },
  charge: {
    may: { financial: theirs(409) },
    request: (its) => ({ ...equipment(its), body: { price: 100_000 } }),
    sample: async (t, company) => {
      const made = await active(t, company)
      const { data } = await made.by.call(equipmentApi.create, { body: { equipment: NEW } })
      const params = { id: data.id }
      await made.by.call(equipmentApi.move, { params, body: { to: 'at_client', no_contract: made.params.no } })
      await made.by.call(equipmentApi.move, { params, body: { to: 'lost' } })
      return { by: made.by, wire: { params, body: { price: 100_000 } } }
    },
  },
})

export const equipmentCases = [...piecesCases, ...valuesCases]
