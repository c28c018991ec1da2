import { expect, PASSWORD, signIn, test } from './site.ts'

const ROWS = 4_000
const LIST = [
  'tipo;identificacion;nombre;apellido;estrato;departamento;ciudad;direccion',
  ...Array.from(
    { length: ROWS },
    (_, index) => `CC;${30_000_000 + index};Ana;Ruiz;2;Antioquia;Envigado;Calle ${index} # 10-20`,
  ),
].join('\n')
/** Bytes per second: the file takes a few seconds. */
const SLOW_UPLOAD = 60_000

test('CLI-04 al importar se ve el avance: los bytes que van subiendo y después las filas guardadas', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signIn(page, { username: 'financiero@pacifico.test', password: PASSWORD })
  await page.goto('/clients/import')
  const network = await page.context().newCDPSession(page)
  const limit = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await limit(SLOW_UPLOAD)
  await page
    .getByLabel('Archivo')
    .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) })
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('progressbar', { name: /^Subiendo el archivo: [1-9]\d? %$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Importar 4.000 clientes' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await limit(-1)
  await page.getByRole('button', { name: 'Importar 4.000 clientes' }).click()
  await expect(page.getByText(/^Guardando clientes: [1-9][\d.]* de 4\.000$/)).toBeVisible({ timeout: 20_000 })
  await expect(page.locator('.figure', { hasText: 'Creados' })).toContainText('4.000', { timeout: 30_000 })
})
