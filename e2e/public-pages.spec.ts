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
