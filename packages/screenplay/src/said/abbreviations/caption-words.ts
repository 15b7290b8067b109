/** Short words of labels and of the stage directions around them, which are spelled or another word elsewhere. */
export const captionWords: readonly (readonly [RegExp, string])[] = [
  [/\bB(?:LK|lk)\.?\s?(?:&|AND|and)\s?W(?:HT|ht)\b\.?/g, 'black and white'],
  // "CELL BLK", "BLK 4", "500 BLK OF ELM" are blocks.
  [
    /\bBLK\b(?<!\b(?:CELL|OFFICE|TOWER|CITY|SCHOOL|APT\.?|APARTMENT|PRISON)\sBLK|\d\sBLK)\.?(?!\s?#?\d|\s[A-Z](?![\p{L}.]))/gu,
    'black',
  ],
  [/\bBLK\b\.?/g, 'block'],
  [/\bBLKOUT\b/g, 'blackout'],
  [/\bWHT\b\.?/g, 'white'],
  [
    /\bMSG\b(?<=\b(?:te?xt|phone|voice|e-?mail|new|sms|video|error|chat|slack|secret|coded|radio|the|a|her|his|their|this|that|another|instant|direct|answering machine|voicemail|first|last|final|saved|unread|garbled|anonymous|computer)\sMSG)\.?|\bMSG\b\.?(?=\s(?:from|to|on|reads|says|appears|pops|in|board|machine|received|sent)\b|:)/gi,
    'message',
  ],
  [/\bMSGS\b\.?/g, 'messages'],
  [/(?<![.\p{L}])TXT\b\.?(?!\s(?:file|doc))/gu, 'text'],
  [/(?<![.\p{L}])TXTS\b\.?/gu, 'texts'],
  // Unless it is a place to park.
  [
    /\bpkg\b(?<=\b(?:the|a|his|her|this|that|small|brown|mystery|taped|on|with|opens|drops|holds|delivers)\spkg|^insert\W{1,3}pkg)\.?(?!\s(?:lot|garage|gar|structure|struct|space|deck|level|lvl|area|ramp|meter|attendant|ticket|spot|bay)\b)/gi,
    'package',
  ],
  [/\bDISS(?:LV)?\b\.?(?=\s(?:TO|IN|OUT|INTO)\b)/g, 'dissolve'],
  [/\bX-?(?:FADE|DISSOLVE)\b/g, 'cross fade'],
  [/\bANS\b\.?(?=\sMACH)/g, 'answering'],
  [/\bGFX\b/g, 'graphics'],
  [/\bSCRN\b\.?/g, 'screen'],
  [/\bFL(?:ASH|SH)BK\b\.?/g, 'flashback'],
  [/\bSEQ\b(?<=\p{L}\sSEQ)\.?(?!\s?#?\d)/gu, 'sequence'],
  [/\bREV\b\.?(?=\s(?:ANGLE|SHOT|POV)\b)/g, 'reverse'],
  [/\bMED(?=\s(?:CLOSE|FULL|LONG|WIDE|TWO|THREE|GROUP|SHOT|ANGLE)\b)/g, 'medium'],
]
