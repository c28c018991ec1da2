import { assertAccessible } from './axe.ts'
import { expect, PASSWORD, signIn, test } from './site.ts'
import { resizeTo } from './without-load.ts'

const LIST = [
  'Usuario;Nombre;Servicio;Ip;Estado;Plan Internet;Router;Zona;DNI/C.I./C.C./IFE;Dirección;Barrio/Localidad;Telefono;Saldo;Fecha Instalación;Coordenadas;Ciudad/Municipio;Acción',
  't1@miempresa;Ana López Peña;t1;192.168.60.100;Activo;35.0 Mbps 64900.00;RB Centro;Zona 1;1923570856;Cra 5 # 4-10;Centro;3106740263,6017654321;200,00;20/01/2024 12:55;;Tunja;',
  't2@miempresa;Óscar Muñoz Díaz;t2;192.168.60.101;Suspendido;35.0 Mbps 64900.00;RB Centro;Zona 1;1923570857;Cra 6;Centro;3158532648;129800,00;21/01/2024 08:00;;Tunja;',
].join('\r\n')

test('CLI-04 CLI-05 la financiera trae la lista de WispHub: se reconoce, dice el departamento, crea el plan, importa y lo deshace', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await resizeTo(page, 1280)
  await signIn(page, { username: 'financiero@andina.test', password: PASSWORD })
  await page.goto('/clients/import')
  await page
    .getByLabel('Archivo', { exact: true })
    .setInputFiles({ name: 'wisphub.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST, 'latin1') })
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Reconocimos la lista de WispHub', { exact: false })).toBeVisible()
  await page.getByLabel('Departamento de tus clientes').selectOption('Boyacá')
  await page.getByLabel('Estrato de tus clientes').selectOption('3')
  for (const width of [360, 1280]) {
    await resizeTo(page, width)
    await assertAccessible(page, `columns ${width}`, 'all')
  }
  await page.getByRole('button', { name: 'Revisar las filas' }).click()

  const figure = (label: string) => page.locator('.figure', { hasText: label })
  await expect(figure('Con error')).toContainText('2')
  await page.getByLabel('«35.0 Mbps 64900.00»', { exact: false }).selectOption('+')
  await page.getByRole('button', { name: 'Relacionar y revisar de nuevo' }).click()
  await expect(figure('Clientes nuevos')).toContainText('2')
  await expect(figure('Te deben')).toContainText('130.000')
  await expect(page.getByText('es muy bajo frente al plan', { exact: false })).toBeVisible()
  for (const width of [360, 1280]) {
    await resizeTo(page, width)
    await assertAccessible(page, `review ${width}`, 'all')
  }
  await page.getByRole('button', { name: 'Importar 2 clientes' }).click()
  await expect(figure('Creados')).toContainText('2', { timeout: 30_000 })

  await page.getByRole('button', { name: 'Deshacer esta carga' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer la carga' }).click()
  await expect(page.getByText('Deshicimos la carga', { exact: false })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('list', { name: 'Cargas anteriores' })).toContainText('deshecha')
  for (const width of [360, 1280]) {
    await resizeTo(page, width)
    await assertAccessible(page, `done ${width}`, 'all')
  }
})

const PRICED = [
  'Usuario;Nombre;Estado;Plan Internet;Plan Precio;DNI/C.I./C.C./IFE;Dirección;Barrio/Localidad;Telefono;Fecha Instalación;Ciudad/Municipio;Pagos Pendientes',
  'p1@miempresa;Rosa Gil Peña;Activo;Fibra 45 Mbps;79900;1923570871;Cra 5 # 4-10;Centro;3106740271;20/01/2024;Tunja;1, $79900.00',
  'p2@miempresa;Juan Gil Peña;Activo;Fibra 45 Mbps;79900;1923570872;Cra 6 # 4-10;Centro;3106740272;20/01/2024;Tunja;',
  'p3@miempresa;Inés Gil Peña;Activo;Fibra 45 Mbps;50000;1923570873;Cra 7 # 4-10;Centro;3106740273;20/01/2024;Tunja;',
].join('\r\n')

const INVOICES = [
  'ID Servicio;Cliente;DNI/C.I./C.C./IFE;Dirección;Telefono;Correo;Plan;Fecha Emision;Fecha Vencimiento;Fecha Pago;Forma de Pago;Total',
  '71;Rosa Gil Peña;1923570871;Cra 5;310;;Fibra 45 Mbps;01/08/2025;15/08/2025;12/08/2025;Efectivo;$79900.00',
  '71;Rosa Gil Peña;1923570871;Cra 5;310;;Fibra 45 Mbps;01/09/2025;15/09/2025;;;$79900.00',
  '99;Otro Cliente;1923570899;Cra 5;310;;Fibra 45 Mbps;01/09/2025;15/09/2025;;;$79900.00',
].join('\r\n')

test('CLI-05 la financiera conserva el valor de cada cliente, trae las facturas sin pagar de WispHub, y deshace las dos cargas', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await resizeTo(page, 1280)
  await signIn(page, { username: 'financiero@andina.test', password: PASSWORD })
  await page.goto('/clients/import')
  await page
    .getByLabel('Archivo', { exact: true })
    .setInputFiles({ name: 'con-precio.csv', mimeType: 'text/csv', buffer: Buffer.from(PRICED) })
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('Departamento de tus clientes').selectOption('Boyacá')
  await page.getByLabel('Estrato de tus clientes').selectOption('3')
  await page.getByLabel('Valor del contrato', { exact: false }).selectOption('list')
  await page.getByLabel('Lo que te deben').selectOption('invoices')
  await page.getByRole('button', { name: 'Revisar las filas' }).click()
  await page.getByLabel('«Fibra 45 Mbps»', { exact: false }).selectOption('+')
  await page.getByRole('button', { name: 'Relacionar y revisar de nuevo' }).click()
  await expect(page.getByText('Un cliente paga en la lista un valor distinto', { exact: false })).toBeVisible()
  await expect(page.getByText('Su contrato queda en $ 50.000,00', { exact: false })).toBeVisible()
  for (const width of [360, 1280]) {
    await resizeTo(page, width)
    await assertAccessible(page, `prices ${width}`, 'all')
  }
  await page.getByRole('button', { name: 'Importar 3 clientes' }).click()

  const invoices = page.getByLabel('Archivo de facturas')
  await invoices.setInputFiles({ name: 'facturas.csv', mimeType: 'text/csv', buffer: Buffer.from(INVOICES) })
  await page.getByRole('button', { name: 'Revisar las facturas' }).click()
  await expect(
    page.getByText('Es la lista de facturas de WispHub. 1 factura de 1 cliente, por $ 79.900,00'),
  ).toBeVisible()
  await expect(page.getByText('No hay un cliente con ese documento', { exact: false })).toBeVisible()
  for (const width of [360, 1280]) {
    await resizeTo(page, width)
    await assertAccessible(page, `invoices ${width}`, 'all')
  }
  await page.getByRole('button', { name: 'Cargar 1 factura y dejar las demás por fuera' }).click()
  await expect(page.getByText('Cargamos 1 factura', { exact: false })).toBeVisible()

  await page.goto('/clients/import')
  const done = page.getByRole('list', { name: 'Cargas anteriores' })
  for (const file of ['facturas.csv', 'con-precio.csv']) {
    await done.getByRole('button', { name: `Deshacer la carga de ${file}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer la carga' }).click()
    await expect(done.getByRole('listitem').filter({ hasText: file })).toContainText('deshecha', { timeout: 30_000 })
  }
})
