import { useState } from 'react'
import type { Company } from '#domain/companies/company.ts'
import { brandOf, NEUTRAL_BLUE } from '#domain/core/brand.ts'
import { PlaceFields } from '#web/places/PlaceFields.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import './companies.css'

type Props = { errors: Readonly<Record<string, string>>; company?: Company }

/** The controls of the company form by step, in the order of the screen (COM-01, COM-02). */
export function IdentityFields({ errors, company }: Props) {
  const at = atOf(errors)
  return (
    <>
      <TextField label="Razón social" {...at('name')} maxLength={120} defaultValue={company?.name} />
      <div className="form__pair">
        <TextField label="NIT" hint="Con su dígito: 900123456-8" {...at('nit')} defaultValue={company?.nit} />
        <TextField
          label="Letras de sus contratos"
          hint="De 1 a 4: AF hace AF-000001"
          {...at('initial_letter')}
          maxLength={4}
          autoCapitalize="characters"
          defaultValue={company?.initial_letter}
        />
      </div>
      <div className="form__pair">
        <TextField
          label="Representante legal"
          {...at('legal_representative')}
          maxLength={120}
          defaultValue={company?.legal_representative}
        />
        <TextField
          label="Registro TIC"
          hint="Opcional: su número en el registro del MinTIC"
          {...at('tic')}
          maxLength={40}
          defaultValue={company?.tic ?? ''}
        />
      </div>
      <VatField {...at('prices_include_vat')} first={company?.prices_include_vat ?? true} isNew={!company} />
    </>
  )
}

/** Where the company is and how its clients reach it. */
export function ContactFields({ errors, company }: Props) {
  const at = atOf(errors)
  return (
    <>
      <PlaceFields of="admin" errors={errors} place={placeOf(company)} />
      <TextField label="Dirección" {...at('address')} maxLength={160} defaultValue={company?.address ?? ''} />
      <div className="form__pair">
        <TextField
          label="Teléfono"
          {...at('phone')}
          type="tel"
          inputMode="numeric"
          defaultValue={company?.phone ?? ''}
        />
        <TextField label="Correo" {...at('email')} type="email" defaultValue={company?.email ?? ''} />
      </div>
      <div className="form__pair">
        {LINKS.map(({ name, label, hint }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            {...at(name)}
            type="url"
            placeholder="https://"
            defaultValue={company?.[name] ?? ''}
          />
        ))}
      </div>
    </>
  )
}

const LINKS = [
  { name: 'website_url', label: 'Página web', hint: 'Opcional' },
  { name: 'whatsapp_url', label: 'Enlace de WhatsApp', hint: 'Opcional: https://wa.me/57…' },
  { name: 'instagram_url', label: 'Instagram', hint: 'Opcional: https://instagram.com/…' },
  { name: 'facebook_url', label: 'Facebook', hint: 'Opcional: https://facebook.com/…' },
  { name: 'qr_url', label: 'Enlace del código QR', hint: 'Opcional: lo que se abre al leerlo' },
] as const

/** The look of the company in its screens and documents. */
export const BrandFields = ({ errors, company }: Props) => (
  <ColorField {...atOf(errors)('color_code')} first={company?.color_code ?? NEUTRAL_BLUE} />
)

const atOf = (errors: Props['errors']) => (field: string) => ({
  id: `admin.${field}`,
  name: `admin.${field}`,
  error: errors[`admin.${field}`],
})

const placeOf = (company: Company | undefined) =>
  company?.department && company.city ? { department: company.department, city: company.city } : undefined

const VAT_CHOICES = [
  { value: 'true', label: 'Con el IVA incluido' },
  { value: 'false', label: 'Sin IVA: se suma en la factura' },
]

type VatProps = { id: string; name: string; error: string | undefined; first: boolean; isNew: boolean }

/** Whether the typed prices include VAT, and what a change of it changes from when (INV-05). */
function VatField({ first, isNew, ...field }: VatProps) {
  const [chosen, setChosen] = useState(first)
  return (
    <>
      <SelectField
        label="Precios de tus planes y cobros"
        {...field}
        options={VAT_CHOICES}
        value={String(chosen)}
        onChange={({ target }) => setChosen(target.value === 'true')}
      />
      <div aria-live="polite">
        {!isNew && chosen !== first && (
          <Alert tone="warn">
            Desde que guardes, los contratos que se firmen o se importen quedan con precios{' '}
            {chosen ? 'que ya incluyen el IVA' : 'a los que se les suma el IVA'}. Los contratos ya firmados conservan lo
            que dicen, también en sus próximas facturas, y las facturas ya emitidas no cambian.
          </Alert>
        )}
      </div>
    </>
  )
}

type ColorProps = { id: string; name: string; error: string | undefined; first: string }

/** The company's colour, with a sample button; the text colour is chosen so that it has enough contrast. */
function ColorField({ id, name, error, first }: ColorProps) {
  const [color, setColor] = useState(first)
  const brand = brandOf(color)
  return (
    <div className="form__pair">
      <TextField
        label="Color"
        hint="Ajustamos el tono del texto para que se lea bien."
        id={id}
        name={name}
        error={error}
        maxLength={7}
        value={color}
        onChange={({ target }) => setColor(target.value)}
      />
      <div className="company-color">
        <input
          type="color"
          aria-label="Escoger el color"
          value={/^#[0-9A-Fa-f]{6}$/.test(color) ? color : NEUTRAL_BLUE}
          onChange={({ target }) => setColor(target.value.toUpperCase())}
        />
        <svg
          className="company-color__sample"
          viewBox="0 0 120 40"
          role="img"
          aria-label="Así se ve el botón principal"
        >
          <rect width="120" height="40" rx="8" fill={brand.solid} />
          <text x="60" y="25" textAnchor="middle" fontSize="14" fontWeight="600" fill={brand.ink}>
            Pagar ahora
          </text>
        </svg>
      </div>
    </div>
  )
}
