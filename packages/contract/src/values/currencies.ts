/**
 * ISO 4217 currencies by decimal places. The standard also lists metals, bond units, units of
 * account and test codes. They are omitted because no invoice is in such a unit.
 */
const CODES_BY_SCALE: Record<number, string> = {
  0: 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd vuv xaf xof xpf',
  2: `aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob brl bsd btn bwp byn bzd
    cad cdf chf cny cop crc cuc cup cve czk dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd
    gtq gyd hkd hnl htg huf idr ils inr irr jmd kes kgs khr kpw kyd kzt lak lbp lkr lrd lsl mad mdl
    mga mkd mmk mnt mop mru mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln
    qar ron rsd rub sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc syp szl thb tjs tmt top try
    ttd twd tzs uah usd uyu uzs ved ves wst xcd xcg yer zar zmw zwg`,
  3: 'bhd iqd jod kwd lyd omr tnd',
}

/** Decimal places by lowercase ISO 4217 code. */
export const currencyScales: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_SCALE).flatMap(([scale, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(scale)]),
  ),
)

/** Decimal places of a lowercase ISO 4217 code (jpy 0, kwd 3), or null for an unknown code. */
export const currencyScale = (code: string): number | null => currencyScales.get(code) ?? null

export const isCurrency = (code: string): boolean => currencyScales.has(code)
