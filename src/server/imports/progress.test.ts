import { expect, test } from 'vitest'
import { clientImportApi, type ImportProgress } from '#domain/imports/api.ts'
import { upload } from '#test/upload.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const ID = '0197a000-0000-7000-8000-00000000000a'
const ROWS = 3_000
const HEADER = 'tipo;identificacion;nombre;apellido;estrato;departamento;ciudad;direccion'
const list = (): Buffer =>
  Buffer.from(
    [
      HEADER,
      ...Array.from(
        { length: ROWS },
        (_, index) => `CC;${20_000_000 + index};Ana;Ruiz;2;Antioquia;Envigado;Calle ${index}`,
      ),
    ].join('\n'),
  )

/** Every different progress that the server gives while an upload runs. */
async function watch(person: Person, work: Promise<unknown>): Promise<ImportProgress[]> {
  const seen: ImportProgress[] = []
  const state = { isDone: false }
  const ended = work.finally(() => {
    state.isDone = true
  })
  while (!state.isDone) {
    const { data } = await person.call(clientImportApi.progress, { query: { id: ID } })
    if (data !== null && JSON.stringify(data) !== JSON.stringify(seen.at(-1))) seen.push(data)
  }
  await ended
  return seen
}

test('CLI-04 mientras una carga corre se ve cuántas filas van revisadas y guardadas; al terminar, y en otra empresa, nada', async () => {
  const company = await t.company()
  const [financial, foreign] = [await company.person('financial'), await (await t.company()).person('financial')]
  const file = { name: 'clientes.csv', bytes: list() }
  const loading = upload(t, financial, clientImportApi.upload, file, { progress: ID })
  const [seen, others] = await Promise.all([watch(financial, loading), watch(foreign, loading)])
  expect((await loading).json).toMatchObject({ details: { createdClients: ROWS, errors: [] } })
  expect(others).toEqual([])
  const steps = seen.map(({ step }) => step)
  expect([...new Set(steps)]).toEqual(expect.arrayContaining(['checking', 'writing']))
  for (const step of ['checking', 'writing'] as const) {
    const parts = seen.filter((one) => one.step === step)
    expect(parts.every(({ total }) => total === ROWS)).toBe(true)
    expect(parts.map(({ done }) => done)).toEqual(parts.map(({ done }) => done).toSorted((a, b) => a - b))
  }
  expect(seen.some(({ step, done }) => step === 'writing' && done > 0)).toBe(true)
  expect((await financial.call(clientImportApi.progress, { query: { id: ID } })).data).toBeNull()
})

test('CLI-04 el id de una carga que no es un id se rechaza en su campo, y un campo desconocido también', async () => {
  const financial = await (await t.company()).person('financial')
  const file = { name: 'clientes.csv', bytes: list() }
  for (const endpoint of [clientImportApi.preview, clientImportApi.upload]) {
    const wrong = await upload(t, financial, endpoint, file, { progress: 'nada' })
    expect([wrong.status, wrong.json.errors?.[0]?.field]).toEqual([400, 'progress'])
    const unknown = await upload(t, financial, endpoint, file, { otro: 'x' })
    expect([unknown.status, unknown.json.errors?.[0]?.field]).toEqual([400, 'otro'])
  }
})
