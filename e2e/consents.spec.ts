import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

test('PRF-03 un cliente ve sus autorizaciones en el portal, da una y la retira', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'client')
  await page.goto('/profile')
  const item = page.getByRole('listitem').filter({ hasText: 'Ofertas y promociones' })
  const withdraw = item.getByRole('button', { name: 'Retirar: Ofertas y promociones' })
  await expect(item).toContainText('No autorizado')
  await item.getByRole('button', { name: 'Autorizar: Ofertas y promociones' }).click()
  await expect(withdraw).toBeVisible()
  await page.reload()
  await expect(withdraw).toBeVisible()
  await expect(item).toContainText('en el portal')
  await assertAccessible(page, 'autorizaciones')
  await withdraw.click()
  await page.getByRole('button', { name: 'Sí, retirar' }).click()
  await expect(page.getByText('Autorización retirada')).toBeVisible()
  await expect(item).toContainText('No autorizado')
})
