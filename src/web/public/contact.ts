/** The links of the public footer, exactly as in the specification (RTE-01). */
export const FOOTER_LINKS = [
  { label: 'Sobre Nosotros', path: '/about' },
  { label: 'Servicios', path: '/services' },
  { label: 'Especialidades', path: '/specialties' },
  { label: 'Términos y Condiciones', path: '/terms' },
  { label: 'Política de Privacidad', path: '/privacy' },
  { label: 'Preguntas Frecuentes', path: '/faq' },
] as const
