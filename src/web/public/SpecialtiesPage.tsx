import { Article, type Section } from './Article.tsx'

const SECTIONS: readonly Section[] = [
  {
    title: 'Fibra óptica',
    paragraphs: [
      'Para redes de barrio y de ciudad: planes por velocidad de bajada y de subida, instalación con equipo registrado por serie y pruebas de velocidad contra lo contratado.',
    ],
  },
  {
    title: 'Radioenlace',
    paragraphs: [
      'Para veredas y zonas donde la fibra no llega: coordenadas del punto, direcciones sin nomenclatura y actas que se llenan sin conexión.',
    ],
  },
  {
    title: 'Televisión',
    paragraphs: [
      'Cuando el plan incluye televisión, cada servicio va en su propia línea, porque el IVA de la televisión no sigue al estrato como el de internet.',
    ],
  },
  {
    title: 'Empresas',
    paragraphs: [
      'Clientes con NIT, IVA pleno y retenciones en la fuente, de IVA y de ICA: el pago y las retenciones juntos cierran la factura.',
    ],
  },
  {
    title: 'Proyectos de conectividad social',
    paragraphs: [
      'Tarifas fijas por estrato, actas con el consecutivo por municipio y los soportes que pide la interventoría.',
    ],
  },
]

/** Especialidades. */
export function SpecialtiesPage() {
  return (
    <Article
      title="Especialidades"
      lead="Cada red es distinta; la cuenta que se le cobra al cliente tiene que ser igual de clara."
      sections={SECTIONS}
    />
  )
}
