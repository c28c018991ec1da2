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
