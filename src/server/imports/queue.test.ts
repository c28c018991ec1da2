import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { COMPANY_WAITING_MAX, FILES_READ_AT_ONCE, queueReading, WAITING_MAX } from '#server/files/table.ts'
import { upload } from '#test/upload.ts'
import { type Answer, type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()

/** Longest wait for a condition on a busy machine. */
const SOON = { timeout: 20_000 }

const HEAD = 'type_identification,identification,first_name,last_name,stratum,department,city,address,plan_code'
const list = (...documents: number[]): Buffer =>
  Buffer.from(
    [HEAD, ...documents.map((document) => `CC,${document},Ana,Ruiz,2,Antioquia,Medellín,Calle 1,HOGAR50`)].join('\n'),
  )

async function makeDesk(): Promise<{ company: Company; financial: Person }> {
  const company = await t.company()
  await t.owner.query(
    `insert into plans (company_id, name, reference_code, price, download_speed, upload_speed) values ($1, $2, $2, 5990000, '50 Mbps', '25 Mbps')`,
    [company.id, 'HOGAR50'],
  )
  return { company, financial: await company.person('financial') }
}

const send = (person: Person, bytes: Buffer, key?: string): Promise<Answer> =>
  upload(
    t,
    person,
    clientImportApi.upload,
    { name: 'clientes.csv', bytes },
    {},
    key === undefined ? {} : { 'idempotency-key': key },
  )

const count = async (table: string, company: Company): Promise<number> =>
  (await t.owner.query<{ n: number }>(`select count(*)::int as n from ${table} where company_id = $1`, [company.id]))
    .rows[0]?.n ?? -1

/** Takes places of the reading queue. Returns the function that releases them. */
function occupyReaders(places: number): () => Promise<void> {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const all = Promise.all(Array.from({ length: places }, () => queueReading(() => released)))
  return async () => {
    release()
    await all
  }
}

const busyConnections = (): number => t.world.pool.totalCount - t.world.pool.idleCount

test('CLI-04 mientras los archivos de una empresa esperan o se leen, ninguno ocupa una conexión y las demás empresas trabajan', async () => {
  const { company, financial } = await makeDesk()
  const other = await makeDesk()
  const free = occupyReaders(FILES_READ_AT_ONCE)
  const answered: Answer[] = []
  const sent = Array.from({ length: COMPANY_WAITING_MAX + 4 }, async (_, index) => {
    const answer = await send(financial, list(20_000_000 + index), `carga-${index}`)
    answered.push(answer)
    return answer
  })
  await expect.poll(() => answered.length, SOON).toBe(3)
  expect(answered.map(({ status, json }) => [status, json.code])).toEqual(
    Array.from({ length: 3 }, () => [429, 'TOO_MANY']),
  )
  expect(answered[0]?.headers['retry-after']).toBe('5')
  await expect.poll(busyConnections, SOON).toBe(0)
  const { rows } = await t.owner.query(
    `select l.pid from pg_locks l join pg_database d on d.oid = l.database
     where d.datname = current_database() and l.locktype = 'advisory'`,
  )
  expect(rows).toEqual([])
  expect((await other.financial.ask(clientApi.list)).status).toBe(200)
  expect(answered).toHaveLength(3)
  await free()
  const answers = await Promise.all(sent)
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 200, 200, 200, 429, 429, 429,
  ])
  expect(await count('clients', company)).toBe(COMPANY_WAITING_MAX + 1)
})

test('CLI-04 con la fila de archivos llena se responde 503 con cuándo volver, y después el mismo archivo entra', async () => {
  const { company, financial } = await makeDesk()
  const free = occupyReaders(FILES_READ_AT_ONCE + WAITING_MAX)
  const full = await send(financial, list(20_000_000))
  expect([full.status, full.json.message, full.headers['retry-after']]).toEqual([
    503,
    expect.stringMatching(/^Hay muchos archivos en espera/),
    '5',
  ])
  await free()
  expect((await send(financial, list(20_000_000))).status).toBe(200)
  expect(await count('clients', company)).toBe(1)
})

test('CLI-05 mientras otro proceso importa se responde 409 sin esperar, y la misma Idempotency-Key sirve después', async () => {
  const { company, financial } = await makeDesk()
  const importing = await t.owner.connect()
  await importing.query('begin')
  await importing.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${company.id}:client-import`])
  const busy = await send(financial, list(20_000_000), 'una')
  expect([busy.status, busy.json.code, busy.json.message]).toEqual([
    409,
    'CONFLICT',
    expect.stringMatching(/^Ya hay una importación en curso/),
  ])
  await importing.query('rollback')
  importing.release()
  expect((await send(financial, list(20_000_000), 'una')).json).toMatchObject({ details: { createdClients: 1 } })
})

test('CLI-05 la misma carga con su Idempotency-Key se hace una vez, también si llega dos veces a la vez', async () => {
  const { company, financial } = await makeDesk()
  const [first, second] = await Promise.all([
    send(financial, list(20_000_000, 20_000_001), 'una'),
    send(financial, list(20_000_000, 20_000_001), 'una'),
  ])
  expect(first?.json).toMatchObject({ details: { createdClients: 2, updatedClients: 0 } })
  expect(second?.json).toEqual(first?.json)
  expect((await send(financial, list(20_000_000, 20_000_001), 'una')).json).toEqual(first?.json)
  expect(await count('client_imports', company)).toBe(1)
  const changed = await send(financial, list(20_000_002), 'una')
  expect([changed.status, changed.json.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
})

test('CLI-05 si un plan se elimina entre la lectura y la escritura, no se escribe nada y se pide subir de nuevo', async () => {
  const { company, financial } = await makeDesk()
  await send(financial, list(20_000_000))
  const deleting = await t.owner.connect()
  await deleting.query('begin')
  const [pid] = (await deleting.query<{ id: number }>('select pg_backend_pid() as id')).rows
  await deleting.query("select from counters where company_id = $1 and kind = 'contract' for update", [company.id])
  await deleting.query("update plans set reference_code = 'OTRO' where company_id = $1", [company.id])
  const sent = send(financial, list(20_000_001))
  const isWriteWaiting = async (): Promise<boolean> => {
    const { rows } = await t.owner.query('select from pg_locks where not granted and $1 = any(pg_blocking_pids(pid))', [
      pid?.id,
    ])
    return rows.length > 0
  }
  await expect.poll(isWriteWaiting, SOON).toBe(true)
  await deleting.query('commit')
  deleting.release()
  const answer = await sent
  expect([answer.status, answer.json.message]).toEqual([409, expect.stringMatching(/^Los planes cambiaron/)])
  expect(await count('clients', company)).toBe(1)
})

test('CLI-04 una tabla con demasiadas celdas se rechaza, y una celda de miles de letras no se guarda', async () => {
  const { company, financial } = await makeDesk()
  const wide = Buffer.from(Array.from({ length: 900 }, () => 'x,'.repeat(300)).join('\n'))
  const answer = await send(financial, wide)
  expect([answer.status, answer.json.message]).toEqual([400, expect.stringMatching(/demasiadas celdas/)])
  const long = Buffer.from(list(20_000_000).toString().replace('Calle 1', 'x'.repeat(90_000)))
  expect((await send(financial, long)).json).toMatchObject({ details: { createdClients: 0, errors: [{ line: 2 }] } })
  expect(await count('clients', company)).toBe(0)
})
