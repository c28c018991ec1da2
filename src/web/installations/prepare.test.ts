import { beforeEach, expect, test, vi } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { failureOf } from '#web/core/failure.ts'

const fetched: string[] = []
const missing = new Set<string>()
type Query = { from?: string; to?: string; state?: string; technician_id?: string; status?: string }
const asked: Query[] = []
const answers: { visits: (query: Query) => { no_contract: string; state: string }[]; contracts: unknown[] } = {
  visits: () => [],
  contracts: [],
}

vi.mock('#web/core/call.ts', () => ({
  call: async (endpoint: unknown, { query }: { query: Query }) => {
    asked.push(query)
    return { data: endpoint === contractApi.list ? answers.contracts : answers.visits(query) }
  },
}))
vi.mock('./keep-code.ts', () => ({ keepCode: async () => undefined }))
vi.mock('./use-visit.ts', () => ({
  fetchVisit: async (_owner: string, no: string) => {
    if (missing.has(no)) throw failureOf({ status: 404, code: 'NOT_FOUND', message: 'No existe' })
    fetched.push(no)
  },
}))
const { preparedLabel, prepareDay } = await import('./prepare.ts')

const ME = { owner: '900123456/u1', userId: '0198b2de-0000-7000-8000-000000000001' }
const NOON = new Date('2026-11-20T17:00:00Z')

beforeEach(() => {
  fetched.length = 0
  asked.length = 0
  missing.clear()
})

test('ACT-11 preparar trae primero las visitas propias de Tu día, de cualquier tipo, y después las instalaciones pendientes', async () => {
  answers.visits = ({ from, state }) => {
    if (from === '2026-11-20')
      return [
        { no_contract: 'AF-000007', state: 'moved' },
        { no_contract: 'AF-000003', state: 'planned' },
        { no_contract: 'AF-000004', state: 'done' },
      ]
    return state === 'planned' ? [{ no_contract: 'AF-000009', state: 'planned' }] : []
  }
  answers.contracts = [
    { no_contract: 'AF-000020', scheduled_on: '2026-11-21' },
    { no_contract: 'AF-000021', scheduled_on: null },
    { no_contract: 'AF-000022', scheduled_on: '2026-11-20' },
    { no_contract: 'AF-000003', scheduled_on: '2026-11-20' },
  ]
  const steps: string[] = []
  expect(await prepareDay(ME, NOON, (done, of) => steps.push(`${done} de ${of}`))).toBe(5)
  expect(fetched).toEqual(['AF-000007', 'AF-000003', 'AF-000009', 'AF-000022', 'AF-000021'])
  expect(steps.at(-1)).toBe('5 de 5')
  const visits = asked.filter(({ status }) => status === undefined)
  expect(visits.every(({ technician_id }) => technician_id === ME.userId)).toBe(true)
  expect(visits.map(({ from, to }) => [from, to])).toContainEqual(['2026-11-20', '2026-11-20'])
  expect(visits.map(({ state, to }) => [state, to])).toContainEqual(['moved', '2026-11-19'])
})

test('ACT-11 un contrato que no se puede preparar no impide los demás', async () => {
  answers.visits = ({ from }) =>
    from === '2026-11-20' ? ['AF-000001', 'AF-000002'].map((no_contract) => ({ no_contract, state: 'planned' })) : []
  answers.contracts = []
  missing.add('AF-000001')
  expect(await prepareDay(ME, NOON, () => undefined)).toBe(1)
  expect(fetched).toEqual(['AF-000002'])
  expect([preparedLabel(1), preparedLabel(3)]).toEqual([
    '1 contrato listo sin conexión',
    '3 contratos listos sin conexión',
  ])
})
