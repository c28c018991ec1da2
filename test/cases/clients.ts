import { clientApi } from '#domain/clients/api.ts'
import { makeClient } from '../factory.ts'
import { casesOf, filter, own, type Request, type Sample, sampleBy, theirs } from './case.ts'

let made = 0

/** The body of a new client. */
export const newClient = () => {
  made += 1
  return {
    type_identification: 'CC',
    identification: String(700_000_000 + made),
    first_name: 'Natalia',
    last_name: 'Hernández',
    address: 'Calle 10',
    department: 'Antioquia',
    city: 'Medellín',
  }
}

/** A call by a financial user about a client. */
const onClient =
  (body?: object): Sample =>
  async (t, company) => {
    const { id } = await makeClient(t.owner, company.id)
    return { by: await company.person('financial'), wire: { params: { id }, ...(body && { body }) } }
  }

const client: Request = (its) => ({ params: { id: its.client } })

export const clientCases = casesOf(clientApi, {
  list: {
    may: { financial: 200 },
    with: { q: { may: { financial: filter } }, identification: { may: { financial: filter } } },
  },
  total: {
    may: { financial: 200 },
    with: { q: { may: { financial: filter } }, identification: { may: { financial: filter } } },
  },
  get: { may: { financial: theirs(200), client: own(200) }, request: client },
  findByCedula: {
    may: { financial: theirs(200), technical: theirs(200) },
    request: (its) => ({ params: { cedula: its.cedula } }),
  },
  statement: { may: { financial: theirs(200), client: own(200) }, request: client },
  statementFile: { may: { financial: theirs(200), client: own(200) }, request: client },
  create: { may: { financial: 201 }, sample: sampleBy('financial', () => ({ client: newClient() })) },
  update: { may: { financial: theirs(200) }, sample: onClient({ client: { city: 'Envigado' } }) },
  switchStatus: { may: { financial: theirs(200) }, sample: onClient({ is_active: false }) },
  access: { may: { financial: theirs(200) }, sample: onClient() },
})
