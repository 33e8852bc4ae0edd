import type { Words } from './Words.ts'

export const spanish: Words = {
  script: 'latin',
  per: 'por|cada',
  perTime: 'al|a la|a el',
  second: { noun: 'segundos?' },
  minute: { noun: 'minutos?|min' },
  hour: { noun: 'horas?' },
  day: { noun: 'd[íi]as?', adverb: 'diari[oa]s?|diariamente' },
  week: { noun: 'semanas?', adverb: 'semanal(?:es|mente)?' },
  month: { noun: 'mes(?:es)?', adverb: String.raw`mensual\p{L}*` },
  quarter: { noun: 'trimestres?', adverb: String.raw`trimestral\p{L}*` },
  year: { noun: 'años?', adverb: String.raw`anual\p{L}*` },
  oneTime: 'pago único|único|una (?:sola )?vez|de por vida|para siempre|compra única|vitalicio',
  billedYearly:
    'factura(?:d[oa]s?|ción|s)? anual|factura(?:d[oa]s?)? (?:al año|por año|cada año)|pag(?:o|ad[oa]|ando) anual|pago por año|cobrad[oa]s? anual|con (?:el )?plan anual|suscripción anual|plan anual',
  billedMonthly: 'factura(?:d[oa]s?|ción)? mensual|pago mensual|cobrad[oa]s? mensual|mes a mes',
  free: 'gratis|gratuito|gratuita|gratis para siempre|sin costo|sin coste|siempre gratis',
  freeLead: 'gratis|gratuito',
  onRequest:
    'a medida|personalizado|precio personalizado|precio a medida|a consultar|consultar|consultar precio|bajo pedido|bajo consulta|a convenir|según cotización|precio a consultar|cotización|presupuesto a medida',
  contact:
    'contáctanos|contáctenos|contactar(?: a| con)? ventas|contacta con (?:nosotros|ventas)|contacta a ventas|hablar con ventas|habla con (?:nosotros|ventas)|hablemos|solicitar (?:cotización|presupuesto)|solicita (?:cotización|presupuesto|tu cotización)|pedir presupuesto|cotizar',
  popular:
    '(?:el )?m[áa]s popular|popular|recomendad[oa]|(?:el )?más elegido|(?:el )?más vendido|mejor valor|mejor opción|mejor precio|más contratado|favorito|destacado|preferido|más completo',
  otherBadge: 'nuevo|próximamente|plan actual|cancela cuando quieras',
  from: 'desde|a partir de|comienza en|empieza en',
  seat: {
    noun: 'usuari[oa]s?|miembros?|empleados?|asientos?|personas?|licencias?|agentes?|puestos?|colaborador(?:es)?',
  },
  upTo: 'hasta',
  during: 'por|para|durante',
  setup:
    'configuración inicial|instalación|puesta en marcha|cuota de alta|alta inicial|coste de alta|implementación',
  savingBefore: 'ahorra|ahorras|ahorro de|ahorre|hasta|descuento de|valorado en|valor de',
  savingAfter: 'de (?:descuento|ahorro|crédito)|menos|descuento',
  wasBefore: 'antes|en lugar de|en vez de|precio normal|precio regular|normalmente',
  about: 'cerca de|aproximadamente|aprox|total|alrededor de|unos',
  minimum: 'mínimo',
  first: String.raw`(?:el |los |tu |durante )?(?:primer|primeros)\s+(?:\d+\s+|tres |dos |seis )?(?:mes|semana|año)`,
  aside: 'al|más iva|iva|sin iva|facturado',
  unlimited: String.raw`ilimitad\p{L}+|sin l[ií]mites?`,
  once: 'una (?:sola )?vez|al registrarte|para empezar',
  lifetime: 'de por vida',
  everythingIn: String.raw`tod[oa]s?\s+(?:(?:lo|las|los)\s+)?(?:(?:funciones|funcionalidades|características|ventajas|beneficios)\s+)?(?:(?:incluido|que incluye)\s+)?(?:de|del|en)\s+`,
  included: 'sí|si|incluid[oa]s?|disponible',
  notIncluded: 'no incluid[oa]s?|no disponible|nada|ninguno',
  without: 'sin|no incluye',
  missing: 'no (?:incluid[oa]s?|disponibles?)',
  credit: 'créditos?|fichas|puntos|monedas',
  currencies: { dólares: 'usd', dolares: 'usd', pesos: 'mxn', soles: 'pen' },
  signs: { 'S/.': 'pen', 'S/': 'pen' },
}
