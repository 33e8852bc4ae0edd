const UNLIMITED =
  /(?<![\p{L}\p{N}])(?:unlimit(?:t)?ed|un-limited|infinite|limitless|uncapped|no limits?|without limits?|unbegrenzt\p{L}*|unbeschränkt\p{L}*|unlimitiert\p{L}*|(?:en )?illimit\p{L}+|sans limites?|ilimitad\p{L}+|sin l[ií]mites?|sem limites?|illimitat\p{L}+|senza limiti|onbeperkt\p{L}*|obegräns\p{L}+|ubegr[eæ]ns\p{L}*|rajatto\p{L}*|nieograniczon\p{L}+|bez limitu|bez limitów|neomezen\p{L}+|neobmedzen\p{L}+|nelimitat\p{L}*|korlátlan|безлимит\p{L}*|неограниченн\p{L}+|без ограничений|необмежен\p{L}+|sınırsız|limitsiz|không giới hạn|tak terbatas|tanpa batas|غير محدود\p{L}*|ללא הגבלה|απεριόριστ\p{L}+|असीमित)(?![\p{L}\p{N}])|∞|無制限(?:の|に)?|无限制?(?:的)?|無限(?:の)?|不限(?:量|制|次数?)?(?:的)?|使い放題|무제한(?:의)?|ไม่จำกัด/iu

/** Where a line says that there is no limit, in the languages of pricing pages. */
export function findUnlimited(text: string): { start: number; end: number } | undefined {
  const match = UNLIMITED.exec(text)
  return match === null ? undefined : { start: match.index, end: match.index + match[0].length }
}
