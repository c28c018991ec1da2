import type { Page } from '@playwright/test'
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
    .getByLabel('Archivo', { exact: true })
    .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) })
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('progressbar', { name: /^Subiendo el archivo: [1-9]\d? %$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Importar 4.000 clientes' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await limit(-1)
  await recordProgress(page)
  await page.getByRole('button', { name: 'Importar 4.000 clientes' }).click()
  await expect(page.locator('.figure', { hasText: 'Creados' })).toContainText('4.000', { timeout: 50_000 })
  const shown: string[] = await page.evaluate(() => Reflect.get(window, 'shown'))
  expect(shown).toContainEqual(expect.stringMatching(/Guardando clientes: [1-9][\d.]* de 4\.000/))
})

/** Records every text of the progress: a number may be shown only for a moment. */
const recordProgress = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const shown: string[] = []
    Object.assign(window, { shown })
    new MutationObserver(() => {
      const found = /Guardando clientes: [\d.]+ de [\d.]+/.exec(document.body.innerText)
      if (found) shown.push(found[0])
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
