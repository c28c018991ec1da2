import { expect, test } from 'vitest'
import { clientImportApi, type ImportPreview } from '#domain/imports/api.ts'
import { upload } from '#test/upload.ts'
import { type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()

async function makeDesk(code: string): Promise<{ company: Company; financial: Person }> {
  const company = await t.company()
  await t.owner.query(
    `insert into plans (company_id, name, reference_code, price, download_speed, upload_speed) values ($1, $2, $2, 5990000, '50 Mbps', '25 Mbps')`,
    [company.id, code],
  )
  return { company, financial: await company.person('financial') }
}

type Upload = { name: string; bytes: Buffer }

const file = (plan: string, identification: string): Upload => ({
  name: 'clientes.csv',
  bytes: Buffer.from(
    `identificacion,nombre,apellido,estrato,departamento,ciudad,direccion,email,columna rara
${identification},Ana,Ruiz,2,Antioquia,Medellín,Calle 1,,${plan}`,
  ),
})
const preview = async (person: Person, rows: Upload, fields = {}) =>
  (await upload(t, person, clientImportApi.preview, rows, fields)).json.data as ImportPreview
const send = (person: Person, rows: Upload, fields = {}) => upload(t, person, clientImportApi.upload, rows, fields)

const count = async (table: string, companyId: string): Promise<number> =>
  (await t.owner.query<{ n: number }>(`select count(*)::int as n from ${table} where company_id = $1`, [companyId]))
    .rows[0]?.n ?? -1

test('CLI-05 los planes de otro sistema se relacionan una vez y la siguiente carga los recuerda, con las columnas', async () => {
  const { company, financial } = await makeDesk('HOGAR50')
  const [first, next] = [file('Básico 50 Megas', '20000021'), file('Básico 50 Megas', '20000022')]
  const mapping = JSON.stringify({ 'columna rara': 'plan_code', email: '' })
  const unrelated = await preview(financial, first, { mapping })
  expect(unrelated.plans).toEqual([{ name: 'Básico 50 Megas', rows: 1, code: null, offer: null }])
  expect(unrelated.rows[0]?.errors).toMatchObject([
    { field: 'plan_code', message: expect.stringMatching(/dinos cuál/) },
  ])
  const plans = JSON.stringify({ 'Básico 50 Megas': 'HOGAR50' })
  expect((await preview(financial, first, { mapping, plans })).totals.contracts).toBe(1)
  expect(await count('import_choices', company.id)).toBe(0)
  expect((await send(financial, first, { mapping, plans })).json).toMatchObject({ details: { createdClients: 1 } })
  const remembered = await preview(financial, next)
  expect(remembered).toMatchObject({
    plans: [{ name: 'Básico 50 Megas', rows: 1, code: 'HOGAR50' }],
    totals: { create: 1, error: 0, contracts: 1 },
  })
  // A known heading that was left out of one file is read in the next.
  expect(remembered.columns.find(({ header }) => header === 'email')).toMatchObject({ field: 'email' })
  await t.owner.query(`update plans set reference_code = 'OTRO' where company_id = $1`, [company.id])
  expect((await preview(financial, next)).plans).toMatchObject([{ code: null }])
  for (const wrong of ['[1]', '{"Básico 50 Megas":"HOGAR50"}', '{"x":"\\u0000"}'])
    expect((await send(financial, next, { plans: wrong })).json.errors?.[0]?.field).toBe('plans')
  const column = JSON.stringify({ 'columna rara': 'ninguna' })
  expect((await send(financial, next, { mapping: column })).json.errors?.[0]?.field).toBe('mapping')
})

test('CLI-05 una relación equivocada se corrige: la siguiente carga usa la última, y un encabezado conocido nunca queda sin leer', async () => {
  const { company, financial } = await makeDesk('HOGAR50')
  const rows = (identification: string): Upload => ({
    name: 'clientes.csv',
    bytes: Buffer.from(
      `identificacion,nombre,apellido,estrato,departamento,ciudad,direccion,Correo,Email,Saldo
${identification},Ana,Ruiz,2,Antioquia,Medellín,Calle 1,ana@correo.test,otra@correo.test,2`,
    ),
  })
  const targetOf = async (header: string) =>
    (await preview(financial, rows('20000039'))).columns.find((column) => column.header === header)?.field
  await send(financial, rows('20000031'), { mapping: JSON.stringify({ Email: '', Saldo: 'telephone' }) })
  expect(await targetOf('Saldo')).toBe('telephone')
  // The page sends '' for the second column of a known field: it is not a choice.
  expect(await count('import_choices', company.id)).toBe(1)
  await send(financial, rows('20000032'), { mapping: JSON.stringify({ Saldo: 'opening_balance' }) })
  expect(await targetOf('Saldo')).toBe('opening_balance')
  expect(await count('import_choices', company.id)).toBe(0)
})

test('CLI-04 la plantilla trae los códigos de los planes de la empresa y se carga como viene', async () => {
  const { company, financial } = await makeDesk('FIB900')
  const { bytes } = await financial.ask(clientImportApi.template)
  expect(bytes.toString()).toContain('FIB900')
  expect((await send(financial, { name: 'plantilla.csv', bytes })).json).toMatchObject({
    details: { createdClients: 3, errors: [] },
  })
  expect(await count('contracts', company.id)).toBe(2)
})
