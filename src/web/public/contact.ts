/** Where people write when the platform itself is the problem. */
export const CONTACT_EMAIL = 'soporte@enlace.test'

/** The public footer, word for word (RTE-01). */
export const FOOTER_LINKS = [
  { label: 'Sobre Nosotros', path: '/about' },
  { label: 'Servicios', path: '/services' },
  { label: 'Especialidades', path: '/specialties' },
  { label: 'Términos y Condiciones', path: '/terms' },
  { label: 'Política de Privacidad', path: '/privacy' },
  { label: 'Preguntas Frecuentes', path: '/faq' },
] as const
