import { outageApi } from '#domain/outages/api.ts'
import type { TestApp } from '../world.ts'
import { casesOf, type Request, type Roles, type Sample, theirs } from './case.ts'

const staff: Roles = { financial: theirs(200), technical: theirs(200), network: theirs(200) }
const financial: Roles = { financial: theirs(200) }
const outage: Request = (its) => ({ params: { id: its.outage } })
/** A device of another company does not exist. The hour, in the future, is refused of the own ones: an outage of each is not announced twice. */
const ofDevice = [422, 422, 404, 404] as const
const HOUR_MS = 3_600_000
const ago = (t: TestApp, hours: number): string => new Date(t.world.clock().getTime() - hours * HOUR_MS).toISOString()
const bello = { department: 'Antioquia', city: 'Bello' }
const newOutage = (t: TestApp) => ({
  department: 'Antioquia',
  city: 'Medellín',
  cause: 'Corte de la fibra',
  started_at: ago(t, 5),
  is_notified: false,
})

/** A call about an outage that is open, or that ended. */
const sampleOn =
  (bodyOf: (t: TestApp) => object, isEnded = false): Sample =>
  async (t, company) => {
    const by = await company.person('financial')
    const { data } = await by.call(outageApi.announce, { body: { outage: newOutage(t) } })
    const params = { id: data.id }
    if (isEnded) await by.call(outageApi.end, { params, body: { ended_at: ago(t, 1) } })
    return { by, wire: { params, body: bodyOf(t) } }
  }

export const outageCases = casesOf(outageApi, {
  list: { may: { financial: 200, technical: 200, network: 200 } },
  own: { may: { client: 200 } },
  ofClient: {
    may: { financial: theirs(200), technical: theirs(200) },
    request: (its) => ({ params: { client_id: its.client } }),
  },
  devices: { may: { financial: 200, technical: 200, network: 200 } },
  contracts: {
    may: { financial: theirs(200), technical: theirs(200), network: theirs(200) },
    request: (its) => ({ query: { outage_id: its.outage } }),
  },
  get: { may: staff, request: outage },
  announce: {
    may: { financial: 201, technical: 201, network: 201 },
    sample: async (t, company) => ({
      by: await company.person('network'),
      wire: { body: { outage: newOutage(t) } },
    }),
    with: {
      device_id: {
        may: { financial: ofDevice, technical: ofDevice, network: ofDevice },
        request: (its) => ({
          body: {
            outage: {
              device_id: its.device,
              cause: 'Equipo sin energía',
              started_at: '2100-01-01T12:00:00Z',
              is_notified: false,
            },
          },
        }),
      },
    },
  },
  addPlace: {
    may: { financial: theirs(201), technical: theirs(201), network: theirs(201) },
    sample: sampleOn((t) => ({ place: { ...bello, started_at: ago(t, 4) } })),
  },
  removePlace: {
    may: financial,
    sample: async (t, company) => {
      const by = await company.person('financial')
      const { data } = await by.call(outageApi.announce, { body: { outage: newOutage(t) } })
      const body = { place: { ...bello, started_at: ago(t, 4) } }
      const { places } = (await by.call(outageApi.addPlace, { params: { id: data.id }, body })).data
      return { by, wire: { params: { id: data.id, place_id: places[1]?.id ?? '' }, body: { reason: 'Era otro' } } }
    },
  },
  end: { may: staff, sample: sampleOn((t) => ({ ended_at: ago(t, 1) })) },
  correct: {
    may: financial,
    sample: sampleOn((t) => ({ started_at: ago(t, 5), ended_at: ago(t, 2), reason: 'Volvió antes' }), true),
  },
  cancel: { may: financial, sample: sampleOn(() => ({ reason: 'Era otro municipio' })) },
})
