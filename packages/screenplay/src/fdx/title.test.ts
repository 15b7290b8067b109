import { describe, expect, test } from 'vitest'
import { fdxOf, paragraph, parseText } from '../testing/fixture-files.ts'
import { readTitle } from './title.ts'
import { parseTree } from './xml-tree.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const aligned = (text: string, alignment: string) =>
  `<Paragraph Alignment="${alignment}"><Text>${escaped(text)}</Text></Paragraph>`
const centred = (text: string) => aligned(text, 'Center')
const left = (text: string) => aligned(text, 'Left')
const named = (text: string) => `<Paragraph Type="Title"><Text>${escaped(text)}</Text></Paragraph>`
const styled = (text: string, style: string, size = 12) =>
  `<Paragraph Alignment="Center"><Text Size="${size}" Style="${style}">${escaped(text)}</Text></Paragraph>`
const fileOf = (page: readonly string[]) =>
  fdxOf(paragraph('Action', 'A line.'), `<TitlePage><Content>${page.join('')}</Content></TitlePage>`)
const titled = (page: readonly string[], file = 'My_Script v2.FDX') => parseText(fileOf(page), file).title

const why = (lines: readonly string[], file = 'night.fdx') =>
  readTitle(parseTree(fileOf(lines))[0]?.['FinalDraft'] ?? [], file).why

/** Centred lines; "" is a blank one. */
const page = (...lines: string[]) => lines.map(centred)
const OF_FILE = 'My Script v2'

describe('the title', () => {
  test.each([
    ['the first centred words', 'The Paper Boat', [left('.'), ...page('', 'The Paper Boat', 'Written by')]],
    ['without their quotation marks', 'The Pilot', page('“The Pilot”', 'by', 'A. Nobody')],
    ['in one piece', 'The Long Way Home, and Back', page('The Long Way Home,', 'and Back', 'by')],
    ['without the episode', 'Bakers', page('Bakers', 'Episode 3', 'written by')],
    ['what is named Title', 'Named', [centred('WORLD PREMIERE'), named('Named')]],
    ['named Title in two lines', 'The Long Way Home', [named('The Long Way'), named('Home'), centred('by')]],
    [
      'words above a credit where nothing is centred',
      'Plain',
      [left('Plain'), left('Screenplay by'), left('A. Nobody')],
    ],
    ['words in another language', 'Le bateau de papier', page('Le bateau de papier', 'un film de')],
  ])('is %s', (_, title, lines) => {
    expect(titled(lines)).toBe(title)
  })

  test.each([
    ['there is no title page', []],
    ['it begins with a credit', page('Written by', 'A. Nobody')],
    ['it is a placeholder', page('SCRIPT TITLE', 'Written by')],
    ['it has only an address', [left('12 Long Street'), left('a.nobody@example.com')]],
    ['it begins with a date', page('12/03/2024', 'x')],
    ['it has no words', page('.', '* * *')],
    ['it is a notice in the place of a page', [left('No title page belongs to this.')]],
    ['it has only a list of parts', page('CAST', 'ANNA', 'written by')],
  ])('is the name of the file where %s', (_, lines) => {
    expect(titled(lines)).toBe(OF_FILE)
  })

  test('is read where a tool puts the title page inside of the script, and its words are no lines', () => {
    const titlePage = `<TitlePage><Content>${centred('Inside')}</Content></TitlePage>`
    const script = parseText(fdxOf(titlePage + paragraph('Action', 'A line.')))
    expect(script.title).toBe('Inside')
    expect(script.lines).toHaveLength(1)
  })

  test('is in capitals where its style says so, run by run', () => {
    const runs = '<Text Style="Bold+AllCaps">the paper</Text><Text Style="Bold"> Boat</Text>'
    expect(titled([`<Paragraph Alignment="Center">${runs}</Paragraph>`, centred('by')])).toBe(
      'THE PAPER Boat',
    )
  })

  test('ends with the first page of the title pages', () => {
    const next = '<Paragraph Alignment="Center" StartsNewPage="Yes"><Text>THE OTHER PAGE</Text></Paragraph>'
    expect(titled([left('Notes'), next, centred('written by')])).toBe(OF_FILE)
  })
})

describe("a template's placeholder gives way to the name of the file", () => {
  test.each([
    '(Name of Project)',
    '(Name des Projekts)',
    '(Nom du projet)',
    '(Título del proyecto)',
    'Book Title',
    'SKETCH TITLE',
    'TV SERIES NAME',
    'WEB SERIES NAME',
    'SERIES TITLE',
    'EPISODE TITLE',
    'PLAY TITLE',
    'TITLE OF PLAY',
    'Name of Musical',
    'Title of Book',
    'Your Script Title Here',
    'YOUR TITLE',
    'Insert Title Here',
    '[TITLE]',
    '<<Title>>',
    '{{title}}',
    '“Title”',
    'Title:',
    'Title',
    'Untitled',
    'UNTITLED SCREENPLAY',
    'Untitled Project 2',
    'Titel',
    'Titre du film',
    'Título',
    'Título del guion',
    'Ohne Titel',
    '标题',
    'Название',
    'Title: (Name of Project)',
  ])('%s', (placeholder) => {
    expect(titled(page(placeholder, '', 'by', '(Name of First Writer)'))).toBe(OF_FILE)
    expect(titled([left(placeholder), left('Written by')])).toBe(OF_FILE)
    expect(titled([named(placeholder)])).toBe(OF_FILE)
  })

  test.each([
    'Untitled Baker Family Project',
    'The Name of the River',
    'Title Fight',
    'The Title',
    'The Book of Salt',
    'Draft Day',
    'The Final Draft',
    '(Almost) Home',
    'De Niro’s Kitchen',
    'The Writer',
    'Best in Row',
    'Winner Takes Nothing',
    'The Birthday Present',
    'A Ghost Story',
    'Contact',
    'Confidential Matters',
    'May',
    'September 5',
    'Stand By',
    'The Pictures',
    'M*A*S*K',
    'Part of the Furniture',
    'Series of Small Fires',
    'From Here to the Harbour',
    'Written on Water',
    'Screenplays of Love',
    'Blue Pages of the Sea',
    'By the Harbour',
    'Project X',
    'Your Name',
    'Nach dem Regen',
    'Nombre de guerra',
    'Pages',
    'Finalists',
    'Play',
    'June 1941',
    'Registered Nurse',
    'Property of a Baker',
    'Monsters, Inc.',
    'Studio 12',
    'Network',
    'Episode One',
    'Character',
    'Act One',
  ])('and no title does: %s', (title) => {
    expect(titled(page(title, '', 'Written by', 'A. Nobody'))).toBe(title)
  })
})

describe('a title over several lines', () => {
  test.each([
    ['ends with a colon', 'HARBOUR: THE LONG NIGHT', page('HARBOUR:', 'THE LONG NIGHT', '', 'Written by')],
    [
      'ends with a colon, and lines are blank',
      'SALT & IRON: HARBOUR UNIT',
      page('SALT & IRON:', '', 'HARBOUR UNIT', '', '"EPISODE TITLE"', '', 'Written by'),
    ],
    ['ends with a dash', 'Harbour – The Long Night', page('Harbour –', 'The Long Night', 'by')],
    ['ends with a small word', 'The Book of Salt and Iron', page('The Book of', 'Salt and', 'Iron', 'by')],
    [
      'goes on in small letters',
      'The Quiet Life at Sea',
      [
        styled('The Quiet Life', 'Bold', 48),
        styled('at Sea', 'Bold', 26),
        ...page('', '“Episode Title”', '', 'Written', '', 'By'),
      ],
    ],
    ['is broken for looks', 'THE LONG WAY HOME', page('THE LONG', 'WAY HOME', '', 'written by', 'A. Nobody')],
    ['is broken twice', 'THE LONG WAY HOME AGAIN', page('THE LONG', 'WAY HOME', 'AGAIN', '', 'written by')],
    ['is in quotation marks', 'The Long Way Home', page('“The Long', 'Way Home”', 'by')],
    ['stands beside a sign', 'SALT & IRON', page('SALT', '&', 'IRON', 'by')],
    ['begins with a year', '2071: A HARBOUR', page('2071:', 'A HARBOUR', 'by')],
    ['has parts', 'THE LONG WAY: PART TWO', page('THE LONG WAY', 'PART TWO', 'by')],
    [
      'stands in one paragraph',
      'THE LONG WAY HOME',
      [centred('THE LONG\nWAY HOME\n\nwritten by\nA. Nobody')],
    ],
    ['has no capitals', '漫长的回家路', page('漫长的', '回家路', '编剧：无名')],
  ])('is joined where it %s', (_, title, lines) => {
    expect(titled(lines)).toBe(title)
  })

  test.each([
    ['a line about it', page('THE LONG WAY', 'A TALE OF TWO RIVERS', 'by')],
    ['what it is', page('THE LONG WAY', 'AN ORIGINAL SCREENPLAY', 'by')],
    ['its acts', page('THE LONG WAY', 'A PLAY IN TWO ACTS', 'by')],
    ['what is first of it', page('THE LONG WAY', 'PILOT', 'by')],
    ['a season', page('THE LONG WAY', 'SEASON 2', 'by')],
    ['a season and its episode', page('THE LONG WAY', 'SEASON 2, EPISODE 4', 'by')],
    ['a code', page('THE LONG WAY', 'S02E04', 'by')],
    ['an episode without a name', page('THE LONG WAY', 'EPISODE: "TITLE"', 'EPISODE #', 'by')],
    ['another name', page('THE LONG WAY', 'AKA THE ROAD', 'by')],
    ['a draft', page('THE LONG WAY', 'FINAL SHOOTING SCRIPT', 'by')],
    ['a date', page('THE LONG WAY', '14 JUNE 2014', 'by')],
    ['a year', page('THE LONG WAY', '1996', 'by')],
    ['its writers, without a credit', page('THE LONG WAY', 'ANNA NOBODY')],
    [
      'its writers, above its source',
      page('THE LONG WAY', 'ANNA NOBODY', 'based on the novel by B. Somebody'),
    ],
    [
      'words that look otherwise',
      [styled('THE LONG WAY', 'Bold+Underline'), styled('ANNA', ''), centred('by')],
    ],
    ['words in other letters', page('THE LONG WAY', 'Home and Dry', 'by')],
    ['words below a blank line', page('THE LONG WAY', '', 'HOME AND DRY', 'by')],
    ['itself', page('THE LONG WAY', 'The Long Way', 'THE LONG WAY', 'by')],
    ['its writers in another language', page('THE LONG WAY', 'de Anna Nobody')],
    ['its first name', page('THE LONG WAY', '(formerly "The Road")', 'by')],
    ['a name below a sign that goes on', page('THE LONG WAY,', '', 'ANNA NOBODY')],
    ['a company', page('THE LONG WAY', 'NOBODY PICTURES', 'by')],
  ])('is not joined to %s', (_, lines) => {
    expect(titled(lines)).toBe('THE LONG WAY')
  })
})

describe('the episode of a series', () => {
  test.each([
    ['in quotation marks', page('BAKERS', '', '"The Flood"', '', 'Written by', 'A. Nobody')],
    ['in other ones', page('BAKERS', '«The Flood»', 'by', 'A. Nobody')],
    ['in brackets', page('BAKERS', '("The Flood")', 'by')],
    ['in single ones', page('BAKERS', 'Episode 1', '‘The Flood’', 'by')],
    ['with a production code', page('BAKERS', 'Ep. 1AAA79', '"The Flood"', 'Written by')],
    ['with its number', page('BAKERS', 'Episode 3: The Flood', 'Written by')],
    ['with its number in front', page('BAKERS', 'Ep. 103 – “The Flood”', 'Written by')],
    ['with its number behind', page('BAKERS', '"The Flood" (Episode 3)', 'Written by')],
    ['above its number, without marks', page('BAKERS', 'THE FLOOD', 'EPISODE 3', 'by')],
    ['below its number', page('BAKERS', 'Episode Three', '', 'The Flood', '', 'Written by')],
    ['above its number', page('BAKERS', '"The Flood"', 'Episode #103', 'Written by')],
    [
      'below those who made the series',
      page('BAKERS', 'Created by', 'B. Somebody', '', '"The Flood"', 'Written by'),
    ],
    ['below a rule', page('BAKERS', 'Created by B. Somebody', '______', '"The Flood"', 'Teleplay by')],
    ['by its key', page('Series: BAKERS', 'Title: The Flood', 'by')],
    ['in another language', page('BAKERS', 'Folge 3: The Flood', 'Drehbuch von')],
  ])('is named behind it: %s', (_, lines) => {
    expect(titled(lines)).toMatch(/^BAKERS: the flood$/i)
  })

  test('is joined by the colon that the series ends with', () => {
    expect(titled(page('BAKERS:', '"The Flood"', 'by'))).toBe('BAKERS: The Flood')
  })

  test.each([
    ['a placeholder', page('BAKERS', '"Episode Title"', 'by')],
    ['another one', page('BAKERS', '("Title of Episode")', 'by')],
    ['its number', page('BAKERS', '"Episode #"', 'by')],
    ['what every first one is called', page('BAKERS', '"Pilot"', 'by')],
    ['that of its first half', page('BAKERS', '"Pilot, Part One"', 'by')],
    [
      'a saying below the writers',
      page('BAKERS', 'by', 'A. Nobody', '', '"All bread is one."', '- B. Somebody'),
    ],
    ['the book it is based on', page('BAKERS', 'Based on', '"The Golden Loaf"', 'by B. Somebody')],
    ['a saying without writers', page('BAKERS', '"All bread is one."', '- B. Somebody')],
  ])('is not named where there is only %s', (_, lines) => {
    expect(titled(lines)).toBe('BAKERS')
  })

  test('is the title where there is no series', () => {
    expect(titled(page('Episode 3: The Flood', 'by'))).toBe('Episode 3: The Flood')
    expect(titled(page('E02 - The Flood', 'Written by'))).toBe('E02 - The Flood')
    expect(titled(page('Pilot', 'Written by'))).toBe('Pilot')
  })
})

describe('keys and marks around a title', () => {
  test.each([
    'Title: The Big Loaf',
    'TITLE : The Big Loaf',
    'Working title: The Big Loaf',
    'Titel: The Big Loaf',
    'Titre : The Big Loaf',
    'Título: The Big Loaf',
    'Titolo: The Big Loaf',
    'Series: The Big Loaf',
    'Show: The Big Loaf',
    '_The Big Loaf_',
    '_**The Big Loaf**_',
    '*The Big Loaf*',
    '~ The Big Loaf ~',
    'Title: _The Big Loaf_',
    'The _Big_ Loaf',
    'The Big Loaf, written by A. Nobody',
    '"The Big Loaf" by A. Nobody',
    'The Big Loaf – by Anna Nobody',
    'The Big Loaf (Working Title)',
    'THE BIG\tLOAF',
  ])('go: %s', (words) => {
    expect(titled(page(words, 'Author: A. Nobody')).toLowerCase()).toBe('the big loaf')
  })

  test('are read where nothing is centred, and in two lines', () => {
    expect(titled([left('Author: A. Nobody'), left('Title: The Big Loaf'), left('Draft: 3')])).toBe(
      'The Big Loaf',
    )
    expect(titled([left('Title:'), left('The Big Loaf'), left('Author:'), left('A. Nobody')])).toBe(
      'The Big Loaf',
    )
  })

  test('are only a second title below the first', () => {
    expect(titled(page('THE BIG LOAF', 'Working title: Dough', 'by'))).toBe('THE BIG LOAF')
  })
})

describe('what is digits alone', () => {
  test.each(['24', '1917', '2012', '300', '8½', '3:10', '50/50', '9/11', '8 1/2'])(
    'may be a title: %s',
    (title) => {
      expect(titled(page(title, '"Episode Title"', 'written by', 'A. Nobody'))).toBe(title)
    },
  )

  test.each(['12/03/2024', '3.4.21', '2-22-2026', '1 (555) 010-0199', '#3', '24'])(
    'is none without writers below: %s',
    (number) => {
      expect(titled(page(number, 'x'))).toBe(OF_FILE)
    },
  )
})

describe('a line that is no title is passed over', () => {
  test.each([
    'OUTSTANDING ORIGINAL SCREENPLAY',
    'BEST ADAPTED SCREENPLAY',
    'FOR YOUR CONSIDERATION',
    'WINNER – 2019 Nowhere Screenplay Contest',
    'FINALIST',
    'Nowhere Film Festival 2019 Official Selection',
    'NOBODY PRODUCTIONS presents',
    'Nobody Pictures',
    'Netflix',
    '(working title)',
    'A Nobody Brothers Production',
    'A film by Anna Nobody',
    'Draft: 3',
    'Contact: a.nobody',
    'Genre: Drama',
    'WGA #1234567',
    'Registered with nobody',
    'CONFIDENTIAL',
    'Property of Nobody',
    'FINAL SHOOTING SCRIPT',
    'PRODUCTION DRAFT',
    'GOLDENROD REVISIONS',
    'Full Blue Revisions 3/12/2020',
    'June 14, 2014',
    '14. Juni 2014',
    'Production #: 104',
    'Prod. # /',
    'Episode 104',
    '104',
    '12/03',
    'AN ORIGINAL SCREENPLAY',
    '© 2019 Nobody',
    'a.nobody@example.com',
  ])('%s', (line) => {
    expect(titled(page(line, '', 'The Paper Boat', '', 'written by', 'A. Nobody'))).toBe('The Paper Boat')
    expect(titled(page(line, 'A. Nobody', '12 Long Street'))).not.toBe(`${line}: A. Nobody`)
  })

  test('and so are a company and what it does, in two lines', () => {
    expect(titled(page('THE NOBODY BROTHERS', 'present', 'The Paper Boat', 'by'))).toBe('The Paper Boat')
    expect(titled(page('Nobody & Somebody', 'proudly presents', '', 'The Paper Boat'))).toBe('The Paper Boat')
  })

  test.each(['Pilot', 'Play', 'Episode 3', 'Harvest Presents'])(
    'unless nothing but a name is below: %s',
    (label) => {
      expect(titled(page(label, '', 'A. Nobody'))).toBe(label)
    },
  )

  test('and its writers end the search', () => {
    expect(titled(page('Author: A. Nobody', 'The Paper Boat'))).toBe(OF_FILE)
    expect(titled(page('Writer: A. Nobody', 'The Paper Boat'))).toBe(OF_FILE)
  })
})

describe('a page that is laid out without alignment', () => {
  test.each([
    ['by tabs', [left('\t\t\t\tTHE PAPER BOAT'), left(''), left('\t\t\t\twritten by')]],
    ['by spaces', [left('                    THE PAPER BOAT'), left('                    by')]],
    [
      'with an address above',
      [
        left('A. Nobody'),
        left('12 Long Street'),
        left(''),
        left('THE PAPER BOAT'),
        left(''),
        left('by A. Nobody'),
      ],
    ],
    ['with a notice in the middle', [centred('CONFIDENTIAL'), left('THE PAPER BOAT'), left('by A. Nobody')]],
    [
      'below a picture',
      ['<Paragraph Alignment="Center"><Picture Data="QUJD"/></Paragraph>', ...page('THE PAPER BOAT', 'by')],
    ],
  ])('is read: %s', (_, lines) => {
    expect(titled(lines)).toBe('THE PAPER BOAT')
  })

  test.each([
    ['Arabic', 'قارب من ورق', 'كتابة'],
    ['Hebrew', 'סירת נייר', 'מאת'],
    ['Japanese', '『紙の舟』', '脚本：無名'],
    ['Russian', 'Бумажный кораблик', 'Автор сценария: Никто'],
    ['Korean', '종이배', '각본: 무명'],
  ])('is read in %s', (_, title, credit) => {
    expect(titled([aligned(title, 'Right'), aligned(credit, 'Right')])).toBe(title.replace(/[『』]/g, ''))
  })
})

describe('the name of a file', () => {
  test.each([
    ['../../etc/passwd.fdx', 'passwd'],
    ['C:\\Scripts\\Night.fdx', 'Night'],
    ['Night.FDXT', 'Night'],
    ['Night.xml.fdx', 'Night'],
    ['Night.fdx.xml', 'Night'],
    ['Night.fountain.fdx', 'Night'],
    ['the_long__night_.fdx', 'the long night'],
    ['The%20Long%20Night.fdx', 'The Long Night'],
    ['the-long-night.fdx', 'the-long-night'],
    ['Night v1.2.fdx', 'Night v1.2'],
    ['.fdx', 'Untitled'],
    ['_.fdx', 'Untitled'],
    ['', 'Untitled'],
    [`${'x'.repeat(500)}.fdx`, 'x'.repeat(200)],
  ])('%j is the title %j', (name, title) => {
    expect(parseText(fdxOf(paragraph('Action', 'A line.')), name).title).toBe(title)
  })
})

describe('why a title was chosen', () => {
  test.each([
    [
      page('THE LONG', 'WAY', 'by'),
      'the first centred words of the title page, 2 lines joined; "by" stands below',
    ],
    [
      page('A', '"B and C"', 'by'),
      'the first centred words of the title page; the name of the episode stands below; "by" stands below',
    ],
    [
      page('FINALIST', 'The Boat', 'by'),
      'the first centred words of the title page; "FINALIST" above is an award; "by" stands below',
    ],
    [[named('The Boat')], 'the paragraph named Title on the title page'],
    [
      page('(Name of Project)', 'by'),
      `the file's name, because the title page says "(Name of Project)", a template's placeholder`,
    ],
    [[], "the file's name, because there is no title page with words"],
  ])('is said in a clause', (lines, clause) => {
    expect(why(lines)).toBe(clause)
  })

  test('is said where nothing has a name', () => {
    expect(why([], '.fdx')).toBe(
      "neither the title page nor the file's name has one (there is no title page with words)",
    )
  })
})

describe('a title page that is made to cost time', () => {
  test.each([
    '(',
    '[',
    '<',
    '{',
    '"',
    '“',
    '_',
    '*',
    '~',
    ':',
    ',',
    '.',
    '#',
    '1/',
    'a ',
    'by ',
    'Ep. 1 ',
    'the title ',
  ])('is read at once where it is full of %j', (sign) => {
    const root = parseTree(fileOf(Array.from({ length: 200 }, () => centred(sign.repeat(5_000)))))
    const start = performance.now()
    readTitle(root[0]?.['FinalDraft'] ?? [], `${sign.repeat(5_000)}.fdx`)
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})

describe('lines that only look alike', () => {
  test.each([
    'TV PILOT',
    'A TRAGICOMEDY IN TWO ACTS',
    'DRAFT ONE',
    'JANUARY',
    'NEW VERSION',
    'FICTION PODCAST',
    'HORROR',
    'SPRING 2020',
    'JANE ROE & JOHN DOE',
  ])('are no piece of the title above: %s', (line) => {
    expect(titled(page('THE HARBOUR', line, '', 'WRITTEN BY'))).toBe('THE HARBOUR')
  })

  test('are one title where nothing else is meant', () => {
    expect(titled(page('THE LONG', 'WAY HOME', '', 'WRITTEN BY'))).toBe('THE LONG WAY HOME')
  })

  test('have the number of an episode between series and name', () => {
    // Where nothing is centred that is too little to go by; the episode alone is no title.
    const lines = ['THE HARBOUR', 'Episode 3', 'Dead Water', 'Written by', 'A. Nobody']
    expect(titled(lines.map((line) => left(`\t\t${line}`)))).toBe(OF_FILE)
    expect(titled(page('THE HARBOUR', '', 'Dead Water', '', 'Episode 104', '', 'Written by'))).toBe(
      'THE HARBOUR: Dead Water',
    )
  })
})
