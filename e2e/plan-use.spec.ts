import { assertAccessible } from './axe.ts'
import { chooseAction } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

const HOLDER = { identification: '526828598', name: 'Yenny Bohórquez' }
/** A plan of the demo that is sold to companies. */
const PLAN = 'Empresa 500'
const LABEL = `${PLAN} · $ 189,900`

test('PLN-04 CON-02 un plan que se vende para empresas se avisa al elegirlo para una casa, y el aviso se quita al cambiar el uso', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/plans-and-service')
  await chooseAction(page, 'Editar', PLAN)
  const edit = page.getByRole('dialog', { name: 'Editar plan' })
  await expect(edit.getByLabel('Para qué uso').locator('option:checked')).toHaveText('Empresarial')
  await assertAccessible(page, 'uso de un plan')
  await edit.getByRole('button', { name: 'Cancelar' }).click()
  await expect(edit).toBeHidden()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/contracts')
  await page.getByRole('button', { name: 'Crear contrato' }).click()
  const holder = page.getByRole('dialog', { name: 'Crear contrato' })
  await holder.getByRole('combobox', { name: 'Cliente' }).fill(HOLDER.identification)
  await holder.getByRole('option', { name: new RegExp(HOLDER.name) }).click()
  const dialog = page.getByRole('dialog', { name: `Contrato de ${HOLDER.name}` })
  const warning = dialog.getByText(`«${PLAN}» se vende para uso empresarial y este servicio es residencial`)
  await dialog.getByLabel('Plan').selectOption({ label: LABEL })
  await expect(warning).toBeVisible()
  await assertAccessible(page, 'plan de otro uso')
  await dialog.getByLabel('Uso del servicio').selectOption('Empresarial')
  await expect(warning).toBeHidden()

  await page.goto('/contracts/detail/AF-000005')
  await page.getByRole('button', { name: 'Cambiar de plan' }).click()
  const change = page.getByRole('dialog', { name: 'Cambiar de plan' })
  await change.getByLabel('Plan nuevo').selectOption({ label: LABEL })
  await expect(change.getByText(`«${PLAN}» se vende para uso empresarial`)).toBeVisible()
})
