import { expect, test } from './site.ts'

test('ERR-04 el pie, el inicio y la página 404 llevan al correo de ayuda de esta instalación', async ({ page }) => {
  const address = 'ayuda@sitio.test'
  await page.goto('/')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: address })).toHaveAttribute(
    'href',
    `mailto:${address}`,
  )
  await expect(page.getByRole('main').getByRole('link', { name: address })).toHaveAttribute('href', `mailto:${address}`)
  await page.goto('/no-existe')
  await expect(page.getByRole('link', { name: 'Contactar soporte' })).toHaveAttribute('href', `mailto:${address}`)
  await page.getByRole('link', { name: 'Contactar soporte' }).focus()
  await expect(page).toHaveURL(/\/404$/)
})

test('RTE-01 la pestaña lleva el nombre de la pantalla que se ve, y avisa de un error del formulario', async ({
  page,
}) => {
  const home = 'Enlace · Facturación y portal para proveedores de internet'
  await page.goto('/')
  await expect(page).toHaveTitle(home)
  await page.getByRole('link', { name: 'Preguntas Frecuentes' }).first().click()
  await expect(page).toHaveTitle('Preguntas Frecuentes · Enlace')
  await page.goBack()
  await expect(page).toHaveTitle(home)
  await page.goto('/no-existe')
  await expect(page).toHaveTitle('Página no encontrada · Enlace')
  await page.getByRole('link', { name: 'Volver al inicio' }).click()
  await expect(page).toHaveTitle(home)
  await page.goto('/auth')
  await expect(page).toHaveTitle(/^[^:]+ · Enlace$/)
  // The demo accounts arrive below the form, which moves it.
  await expect(page.getByRole('button', { name: /^Financiero,/ }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page).toHaveTitle(/^Error: [^:]+ · Enlace$/)
  await page.getByRole('link', { name: 'Enlace, ir al inicio' }).click()
  await expect(page).toHaveTitle(home)
})
