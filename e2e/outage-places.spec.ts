import type { Locator } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

const HOUR_MS = 3_600_000
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 900 },
  { width: 1280, height: 800 },
]
/** The value of a control of so many hours ago in Bogotá. */
const ago = (hours: number): string => new Date(Date.now() - (hours + 5) * HOUR_MS).toISOString().slice(0, 16)

/** Chooses a municipality in the fields of a place. */
async function choose(place: Locator, department: string, city: string): Promise<void> {
  await place.getByLabel('Departamento').selectOption(department)
  await place.getByLabel('Municipio', { exact: true }).selectOption(city)
}

test('SUS-07 financiero anuncia una falla en dos lugares, agrega otro, termina uno, quita el equivocado y termina el resto', async ({
  page,
}) => {
  await signIn(page, 'financial')
  for (const [index, size] of SIZES.entries()) {
    await page.setViewportSize(size)
    // Those that ended are not listed: only the one of this width has its title.
    await page.goto('/outages?state=open')
    await page.getByRole('button', { name: 'Anunciar falla' }).click()
    const dialog = page.getByRole('dialog', { name: 'Anunciar una falla' })
    await dialog.getByRole('button', { name: 'Agregar otro lugar' }).click()
    const [first, second] = [
      dialog.getByRole('region', { name: 'Lugar 1' }),
      dialog.getByRole('region', { name: 'Lugar 2' }),
    ]
    await choose(first, 'Guainía', 'Inírida')
    await choose(second, 'Guainía', 'Inírida')
    await dialog.getByLabel('Causa').fill(`Corte de la troncal ${index}`)
    // Each begins when the one before it has ended.
    await dialog.getByLabel('Desde').fill(ago(30 - 9 * index))
    await dialog.getByLabel('Enviar un solo correo a cada cliente de estos lugares').uncheck()
    await dialog.getByRole('button', { name: 'Anunciar', exact: true }).click()
    await expect(dialog.getByText('Inírida ya está en la falla: elige otro lugar').first()).toBeVisible()
    await assertAccessible(page, `anunciar una falla de dos lugares a ${size.width}`)
    await choose(second, 'Vichada', 'Cumaribo')
    await dialog.getByRole('button', { name: 'Anunciar', exact: true }).click()
    await expect(page.getByText('Falla anunciada en Inírida y Cumaribo').first()).toBeVisible()

    const title = 'Inírida y Cumaribo'
    const open = async (): Promise<Locator> => {
      await page
        .getByRole('button', { name: new RegExp(`^Ver detalles ${title}`) })
        .first()
        .click()
      return page.getByRole('dialog', { name: `Falla de ${title}` })
    }
    await (await open()).getByRole('button', { name: 'Agregar un lugar' }).click()
    const adding = page.getByRole('dialog', { name: 'Agregar un lugar a la falla' })
    await choose(adding, 'Vaupés', 'Mitú')
    await adding.getByLabel('Sin servicio desde').fill(ago(29 - 9 * index))
    await assertAccessible(page, `agregar un lugar a la falla a ${size.width}`)
    await adding.getByRole('button', { name: 'Agregar', exact: true }).click()
    await expect(page.getByText('Agregamos Mitú a la falla').first()).toBeVisible()

    await page
      .getByRole('button', { name: /^Ver detalles Inírida, Cumaribo y Mitú/ })
      .first()
      .click()
    const three = page.getByRole('dialog', { name: 'Falla de Inírida, Cumaribo y Mitú' })
    await expect(three.getByRole('listitem')).toHaveCount(3)
    await assertAccessible(page, `una falla de tres lugares a ${size.width}`)
    await three.getByRole('button', { name: 'Quitar: Mitú' }).click()
    const removing = page.getByRole('dialog', { name: 'Quitar Mitú de la falla' })
    await removing.getByRole('button', { name: 'Quitar' }).click()
    await expect(removing.getByText('Escribe el motivo').first()).toBeVisible()
    await removing.getByLabel('Motivo').fill('Mitú sí tenía servicio')
    await removing.getByRole('button', { name: 'Quitar' }).click()
    await expect(page.getByText('Quitamos Mitú de la falla').first()).toBeVisible()

    await (await open()).getByRole('button', { name: 'Ya volvió: Inírida' }).click()
    const one = page.getByRole('dialog', { name: 'Terminó la falla de Inírida' })
    await one.getByLabel('Volvió').fill(ago(27 - 9 * index))
    await one.getByRole('button', { name: 'Registrar el final' }).click()
    await expect(page.getByText('El servicio volvió en Inírida: la falla sigue en Cumaribo').first()).toBeVisible()

    const rest = await open()
    await expect(rest.getByRole('listitem').filter({ hasText: 'Inírida' })).toContainText(' hasta el ')
    await expect(rest.getByRole('listitem').filter({ hasText: 'Cumaribo' })).toContainText('sigue')
    await rest.getByRole('button', { name: 'Ya volvió el servicio' }).click()
    const all = page.getByRole('dialog', { name: `Terminó la falla de ${title}` })
    await all.getByLabel('Volvió').fill(ago(25 - 9 * index))
    await all.getByRole('button', { name: 'Registrar el final' }).click()
    await expect(page.getByText('El servicio volvió después de 5 h').first()).toBeVisible()
    await expect(page.getByText(`Corte de la troncal ${index}`)).toHaveCount(0)
  }
})
