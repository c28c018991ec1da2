import { viewApi } from '#domain/views/api.ts'
import { casesOf, type Sample, sampleBy, theirs } from './case.ts'

const view = (is_shared: boolean) => ({
  view: { list: 'invoices', name: 'Vencidas', query: 'status=vencido', is_shared },
})

/** A call about a view that the caller shares with the company. */
const onShared: Sample = async (_t, company) => {
  const by = await company.person('financial')
  const { data } = await by.call(viewApi.save, { body: view(true) })
  return { by, wire: { params: { id: data.id } } }
}

const STAFF = { admin: 200, financial: 200, technical: 200, network: 200 }

export const viewCases = casesOf(viewApi, {
  list: { may: STAFF, request: () => ({ query: { list: 'invoices' } }) },
  save: {
    may: { admin: 201, financial: 201, technical: 201, network: 201 },
    sample: sampleBy('financial', () => view(false)),
  },
  rename: {
    may: { admin: theirs(200), financial: theirs(200), technical: theirs(200), network: theirs(200) },
    sample: async (t, company) => {
      const { by, wire } = await onShared(t, company)
      return { by, wire: { ...wire, body: { view: { name: 'Mora' } } } }
    },
  },
  openWith: {
    may: { admin: theirs(200), financial: theirs(200), technical: theirs(200), network: theirs(200) },
    sample: async (t, company) => {
      const { by, wire } = await onShared(t, company)
      return { by, wire: { ...wire, body: { view: { is_default: true } } } }
    },
  },
  remove: {
    may: { admin: theirs(200), financial: theirs(200), technical: theirs(200), network: theirs(200) },
    sample: onShared,
  },
})
