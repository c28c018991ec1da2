import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { addDays, dayOf } from '#domain/core/days.ts'
import { clientImportApi, type ImportPreview } from '#domain/imports/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { planApi } from '#domain/plans/api.ts'
import { readCsv } from '#server/files/csv-read.ts'
import { writeXlsx } from '#server/files/xlsx.ts'
import { listBreaches } from '#server/invariants/check.ts'
import { makePlan } from '#test/factory.ts'
import { upload } from '#test/upload.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const today = dayOf(new Date())

async function breaches() {
  const client = await t.owner.connect()
  try {
    return await listBreaches(client)
  } finally {
    client.release()
  }
}

type Upload = { name: string; bytes: Buffer }

const preview = async (person: Person, file: Upload, fields = {}) =>
  (await upload(t, person, clientImportApi.preview, file, fields)).json.data as ImportPreview
const send = (person: Person, file: Upload, fields = {}) => upload(t, person, clientImportApi.upload, file, fields)

async function makeDesk() {
  const company = await t.company()
  return { company, financial: await company.person('financial') }
}

const MIKROWISP_HEADERS = [
  '',
  'Id',
  'Nombre',
  'Mac',
  'Dirección Servicio',
  'Dia pago',
  'Deuda actual',
  'Correo',
  'Plan',
  'Movil',
  'Saldo',
  'Instalado',
  'Cedula',
  'User PPP/Hotspot',
  'Total cobrar',
  'Status',
]
const mikrowispRow = (changes: Readonly<Record<string, string>>) => {
  const cells: Readonly<Record<string, string>> = {
    Nombre: 'ANA RUIZ  ACTIVO',
    'Dirección Servicio': 'Calle 1 # 2-3',
    'Dia pago': '10',
    'Deuda actual': 'S/. 0.00',
    Plan: 'Hogar 50 megas',
    Movil: '3106740263',
    Saldo: 'S/. 0.00',
    Instalado: '20/01/2024',
    'Total cobrar': 'S/. 59900.00',
    'User PPP/Hotspot': 'x',
    ...changes,
  }
  return MIKROWISP_HEADERS.map((header) => cells[header] ?? '')
}

/** The list of MikroWisp as it exports it: a title in row 1, the headings in row 2, the first column empty. */
const mikrowisp = async (...rows: Readonly<Record<string, string>>[]): Promise<Upload> => ({
  name: 'lista.xlsx',
  bytes: Buffer.from(await writeXlsx([['', 'Lista de Usuarios'], MIKROWISP_HEADERS, ...rows.map(mikrowispRow)])),
})

const DEFAULTS = { department: 'Boyacá', city: 'Tunja', stratum: '2' }
const defaults = (changes = {}) => ({ defaults: JSON.stringify({ ...DEFAULTS, ...changes }) })

test('CLI-05 la lista de MikroWisp entra de una vez: clientes, servicios, planes, deuda y saldo a favor', async () => {
  const { financial } = await makeDesk()
  const file = await mikrowisp(
    { Id: '000001', Cedula: '78665843', 'Deuda actual': '1 S/. 60000.00' },
    { Id: '000002', Cedula: '78665843', 'Dirección Servicio': 'Carrera 9', 'Deuda actual': '1 S/. 10000.00' },
    { Id: '000003', Cedula: '1023570856', Nombre: 'JOSÉ DÍAZ  SUSPENDIDO', Saldo: 'S/. 5000.00' },
    { Id: '000004', Cedula: '12', Nombre: 'CORTA CEDULA  ACTIVO' },
    { Id: '000005', Cedula: '1023570857', Movil: '9.47753741902369E+26' },
    { Id: '000006', Cedula: '1023570858', Instalado: '31/02/2024' },
    { Id: '000007', Cedula: '1023570859', Plan: 'Otro' },
  )
  const first = await preview(financial, file)
  expect([first.source, first.problem]).toEqual([
    { id: 'mikrowisp', name: 'MikroWisp' },
    'Faltan columnas en el archivo: Departamento, Municipio. Relaciónalas o usa la plantilla.',
  ])
  const plans = JSON.stringify({ 'Hogar 50 megas': '+' })
  const choices = { ...defaults({ cut_off_on: addDays(today, -3) }), plans }
  const dry = await preview(financial, file, choices)
  expect(dry).toMatchObject({
    problem: null,
    plans: [
      { name: 'Otro', code: null, offer: null },
      { name: 'Hogar 50 megas', code: '+', offer: { price: 59_900, download_speed: '50 Mbps' } },
    ],
    totals: {
      rows: 7,
      create: 2,
      services: 1,
      update: 0,
      equal: 0,
      error: 4,
      contracts: 3,
      debt: 70_000,
      credit: 5_000,
    },
  })
  expect(dry.rows.flatMap(({ line, errors }) => errors.map(({ field }) => [line, field]))).toEqual([
    [6, 'identification'],
    [7, 'phone'],
    [8, 'date_contract'],
    [9, 'plan_code'],
  ])
  expect((await financial.call(clientApi.list)).data).toEqual([])
  const answer = await send(financial, file, choices)
  expect(answer.json).toMatchObject({ details: { createdClients: 2, updatedClients: 0 } })
  expect((await financial.call(planApi.list)).data).toMatchObject([
    { name: 'Hogar 50 megas', price: 5_990_000, download_speed: '50 Mbps' },
  ])
  const ana = (await financial.call(clientApi.findByCedula, { params: { cedula: '78665843' } })).data
  expect(ana).toMatchObject({
    first_name: 'Ana',
    municipality_code: '15001',
    stratum: 2,
    balance: 7_000_000,
    contracts: [{ status: 'active' }, { status: 'active' }],
  })
  expect(ana.contracts.map(({ address }) => address).toSorted()).toEqual(['Calle 1 # 2-3', 'Carrera 9'])
  const jose = (await financial.call(clientApi.findByCedula, { params: { cedula: '1023570856' } })).data
  expect(jose).toMatchObject({ balance: -500_000, contracts: [{ status: 'suspended' }] })
  const { data: invoices } = await financial.call(invoiceApi.list)
  expect(invoices.map(({ kind, issued_on, total }) => [kind, issued_on, total])).toEqual([
    ['opening', addDays(today, -3), 7_000_000],
  ])
  const { id } = answer.json['details'] as { id: string }
  const rejected = readCsv((await financial.ask(clientImportApi.errors, { params: { id } })).bytes)
  expect(rejected.map((row) => row.at(-1))).toEqual([
    'Motivo',
    expect.stringMatching(/entre 4 y 15/),
    expect.stringMatching(/le quitó dígitos/),
    expect.stringMatching(/no existe/),
    expect.stringMatching(/No existe el plan «Otro»/),
  ])
  expect(await breaches()).toEqual([])
})

const WISPHUB = [
  'Usuario;Nombre;Servicio;Ip;Estado;Plan Internet;Router;Zona;DNI/C.I./C.C./IFE;Dirección;Barrio/Localidad;Telefono;Saldo;Fecha Instalación;Coordenadas;Ciudad/Municipio;Acción',
  't1@miempresa;Ana López Peña;t1;192.168.60.100;Activo;50.0 Mbps 69900.00;RB Centro;Zona 1;1023570856;Cra 5 # 4-10;Centro;3106740263,6017654321;200,00;20/01/2024 12:55;;Tunja;',
  't2@miempresa;Óscar Muñoz;t2;192.168.60.101;Suspendido;50.0 Mbps 69900.00;RB Centro;Zona 1;1023570857;Cra 6;Centro;3158532648;139800,00;21/01/2024 08:00;;Tunja;',
].join('\r\n')
const wisphub: Upload = { name: 'Lista de Clientes - Mi empresa.csv', bytes: Buffer.from(WISPHUB, 'latin1') }

test('CLI-05 la lista de WispHub en Latin-1: el departamento se pregunta una vez, y el mismo archivo dos veces no cambia nada', async () => {
  const { company, financial } = await makeDesk()
  const plans = JSON.stringify({ '50.0 Mbps 69900.00': '+' })
  expect((await preview(financial, wisphub)).problem).toMatch(/Departamento/)
  const choices = { defaults: JSON.stringify({ department: 'Boyacá', stratum: '3', prices: 'without_vat' }), plans }
  const dry = await preview(financial, wisphub, choices)
  expect(dry.source?.name).toBe('WispHub')
  expect(dry.rows[0]?.warnings).toEqual([expect.stringMatching(/muy bajo frente al plan/)])
  expect((await send(financial, wisphub, choices)).json).toMatchObject({ details: { createdClients: 2, errors: [] } })
  const ana = (await financial.call(clientApi.findByCedula, { params: { cedula: '1023570856' } })).data
  expect(ana).toMatchObject({
    last_name: 'López',
    phone: '3106740263',
    telephone: '6017654321',
    date_contract: '2024-01-20',
    balance: 20_000,
    department: 'Boyacá',
  })
  const { rows: contracts } = await t.owner.query(
    'select distinct prices_include_vat from contracts where company_id = $1',
    [company.id],
  )
  expect(contracts).toEqual([{ prices_include_vat: false }])
  const sums = async () =>
    (
      await t.owner.query(
        `select (select string_agg(updated_at::text, ' ' order by id) from clients where company_id = $1) as clients,
           (select count(*)::int from contracts where company_id = $1) as contracts,
           (select count(*)::int from journal where company_id = $1) as entries,
           (select count(*)::int from import_records where company_id = $1) as records`,
        [company.id],
      )
    ).rows
  const before = await sums()
  // The defaults of the first file are remembered, and its plan is now one of the company's.
  const again = await preview(financial, wisphub)
  expect(again).toMatchObject({
    defaults: { department: 'Boyacá', stratum: '3', prices: 'without_vat' },
    problem: null,
    totals: { create: 0, update: 0, equal: 2, error: 0, contracts: 0, debt: 0 },
  })
  expect((await send(financial, wisphub)).json).toMatchObject({
    details: { createdClients: 0, updatedClients: 2, equalClients: 2 },
  })
  expect(await sums()).toEqual(before)
  const changed = { ...wisphub, bytes: Buffer.from(WISPHUB.replace('Cra 6;', 'Calle 99;'), 'latin1') }
  expect((await preview(financial, changed)).totals).toMatchObject({ update: 1, equal: 1 })
  const moved = { ...wisphub, bytes: Buffer.from(WISPHUB.replace('1023570857', '1023570899'), 'latin1') }
  expect((await preview(financial, moved)).rows[1]?.errors).toEqual([
    { field: 'identification', message: expect.stringMatching(/t2@miempresa ya entró con el documento 1023570857/) },
  ])
})

test('CLI-05 un servicio que entró sin su plan recibe el contrato cuando el plan se relaciona, y no se repite', async () => {
  const { company, financial } = await makeDesk()
  await makePlan(t.owner, company.id, 5_990_000)
  const [plan] = (await financial.call(planApi.list)).data
  const file = await mikrowisp({ Id: '1', Cedula: '78665843', Plan: 'CORTE POR DEUDA' })
  expect((await preview(financial, file, defaults())).rows[0]?.warnings).toEqual([
    expect.stringMatching(/es un estado/),
  ])
  await send(financial, file, defaults())
  expect((await financial.call(contractApi.list)).data).toEqual([])
  const plans = JSON.stringify({ 'CORTE POR DEUDA': plan?.reference_code })
  await send(financial, file, { plans })
  await send(financial, file, { plans })
  expect((await financial.call(contractApi.list)).data).toMatchObject([{ status: 'suspended' }])
})

test('CLI-05 lo que falta en el archivo se valida: una fecha de corte futura, un estrato que no existe y un plan sin velocidad', async () => {
  const { financial } = await makeDesk()
  const file = await mikrowisp({ Id: '1', Cedula: '78665843', Plan: 'Hogar' })
  const refusal = async (fields: Readonly<Record<string, string>>) =>
    (await send(financial, file, fields)).json.errors?.[0]
  expect(await refusal(defaults({ cut_off_on: addDays(today, 1) }))).toMatchObject({ field: 'defaults' })
  expect(await refusal(defaults({ stratum: '9' }))).toMatchObject({ field: 'defaults' })
  expect(await refusal({ ...defaults(), plans: '{"Hogar":"+"}' })).toMatchObject({
    field: 'plans',
    message: expect.stringMatching(/créalo en Planes/),
  })
})

test('CLI-05 la vista previa dice qué significa un estado, un plan o una fecha de suspensión vacíos, y el saldo que no entra', async () => {
  const { financial } = await makeDesk()
  const heading =
    'Código cliente;identificacion;nombre;apellido;estrato;departamento;ciudad;direccion;fecha contrato;plan;valor;saldo;estado;fecha suspension'
  const row = (code: number, plan: string, balance: number, state: string, since = '') =>
    `${code};1023570870;Ana;Ruiz;2;Antioquia;Medellín;Calle 1;2024-01-20;${plan};59900;${balance};${state};${since}`
  const file = (...rows: string[]) => ({ name: 'lista.csv', bytes: Buffer.from([heading, ...rows].join('\n')) })
  const plans = { plans: JSON.stringify({ 'Hogar 50 megas': '+' }) }
  const first = file(
    row(1, 'Hogar 50 megas', 0, ''),
    row(2, '', 0, 'Activo'),
    row(3, 'Hogar 50 megas', 20_000, 'Suspendido'),
    row(4, 'Hogar 50 megas', 0, 'Suspendido', '2026-01-10'),
  )
  const warningsOf = async (list: typeof first) =>
    (await preview(financial, list, plans)).rows.map(({ warnings }) => warnings)
  expect(await warningsOf(first)).toEqual([
    ['No trae estado: entra como activo'],
    ['No trae plan: entra sin contrato'],
    ['No trae desde cuándo está suspendido: no se cobran sus días de este mes ni del anterior'],
    [],
  ])
  await send(financial, first, plans)
  expect(await warningsOf(file(row(5, 'Hogar 50 megas', 30_000, 'Activo')))).toEqual([
    [expect.stringMatching(/^Este cliente ya tiene su saldo inicial/)],
  ])
})
