/**
 * Names that neither the dictionaries nor the rules of a language say right, as speakers of American English say them.
 * Each row: spelling without accents, and phonemes in the model's alphabet.
 */
const ROWS = `
aaliyah əlˈiə
aditi ədˈɪTi
agnieszka ˌɑɡniˈɛʃkə
aiden ˈAdən
aisha iˈiʃə
aisling ˈæʃlɪŋ
ailish ˈAlɪʃ
alejandro ˌɑləhˈɑndɹO
alexei əlˈɛksA
amelie ˈɑməli
amir əmˈɪɹ
ananya ənˈɑnjə
anais ˌænIˈis
andre ˈɑndɹA
andrzej ˈɑnʤA
aneurin ənˈIɹɪn
angharad æŋhˈæɹəd
anh ˈɑn
antoine ɑntwˈɑn
aoife ˈifə
arjun ˈɑɹʤun
arwen ˈɑɹwɛn
bao bˈW
beatriz bˌAətɹˈis
beyonce biˈɑnsA
bjorn bjˈɔɹn
blaise blˈAz
bronagh bɹˈOnə
bronwyn bɹˈɑnwɪn
caitlin kˈAtlɪn
camille kəmˈil
caoimhe kˈivə
celine səlˈin
chantal ʃɑntˈɑl
charlize ʃɑɹlˈiz
chiara kiˈɑɹə
chimamanda ʧˌiməmˈɑndə
chloe klˈOi
cian kˈiən
ciara kˈiɹə
ciaran kˈiɹən
cillian kˈɪliən
clio klˈiO
conchobar kˈɑnəkˌOɹ
dafydd dˈævɪð
deirdre dˈɪɹdɹə
desiree dˌɛzəɹˈA
dieter dˈiTəɹ
diego diˈAɡO
dmitri dəmˈitɹi
dmitry dəmˈitɹi
domhnall dˈOnᵊl
eilidh ˈAli
eilis ˈAlɪʃ
eithne ˈɛθnə
elodie ˌAlOdˈi
emeric ˈɛmɹɪk
enrique ɑnɹˈikA
eoin ˈOən
dvorak dvˈɔɹʒæk
lukasz wˈukæʃ
esme ˈɛzmA
esteban ɛstˈAbən
etienne ˌAtiˈɛn
evgeni jɛvɡˈAni
fatoumata fˌætumˈɑtə
felipe fəlˈipA
fiachra fˈiəkɹə
fionnuala fɪnˈulə
francois fɹɑnswˈɑ
gael ɡAˈɛl
genevieve ʤˈɛnəvˌiv
geoff ʤˈɛf
georges ʒˈɔɹʒ
gia ʤˈiə
gian ʤˈɑn
gianna ʤiˈɑnə
giorgio ʤˈɔɹʤO
giovanni ʤiəvˈɑni
giulia ʤˈuljə
giuseppe ʤəsˈɛpi
goethe ɡˈɜɹtə
grainne ɡɹˈɔnjə
guillaume ɡijˈOm
guillermo ɡijˈɛɹmO
gwyneth ɡwˈɪnəθ
hakan hˈOkən
hakon hˈOkən
haruki hɑɹˈuki
helene hɛlˈɛn
hermione həɹmˈIəni
hideo hidˈAO
hieu hjˈu
hiroshi həɹˈOʃi
hoang hwˈɑŋ
huynh hwˈɪn
huong hwˈɔŋ
ibrahim ˌɪbɹəhˈim
ignacio ɪɡnˈɑsiO
imogen ˈɪməʤən
inigo ˈɪnɪɡO
ines inˈɛs
isolde ɪzˈOldə
jacques ʒˈɑk
jaime hˈImA
javier hˌɑviˈɛɹ
jean-luc ʒˌɑn lˈuk
jean-pierre ʒˌɑn pjˈɛɹ
jerome ʤəɹˈOm
jesús hAsˈus
joao ʒuˈW
joaquin wɑkˈin
joachim jˈOəkˌɪm
johann jˈOhɑn
jorge hˈɔɹhA
jose hOzˈA
josef jˈOzəf
juan wˈɑn
juanita wɑnˈiTə
julien ʒˌuliˈɛn
julio hˈuliO
jurgen jˈɜɹɡən
kaito kˈItO
katarzyna kˌætəɹzˈinə
kenji kˈɛnʤi
khalid kɑlˈid
kieran kˈɪɹən
krzysztof kɹˈɪʃtɔf
laszlo lˈæzlO
leila lˈAlə
layla lˈAlə
liesl lˈisᵊl
linh lˈɪn
llewellyn luˈɛlɪn
lorenzo ləɹˈɛnzO
luca lˈukə
lucia lusˈiə
luigi luˈiʤi
maeve mˈAv
mahershala məhˈɜɹʃələ
mairead məɹˈAd
malachy mˈæləki
malik mˈɑlɪk
marguerite mˌɑɹɡəɹˈit
margaux mɑɹɡˈO
matteo mətˈAO
mateo mətˈAO
mehmet mˈɛmət
mieko miˈAkO
mikhail mˌɪkhˈIl
minh mˈɪn
moises mYsˈAs
mohammed mOhˈɑməd
mohamed mOhˈɑməd
muireann mwˈɪɹən
natalia nətˈɑliə
ngo ŋˈO
ngoc nˈɑk
ngozi əŋɡˈOzi
nguyen wˈɪn
niall nˈIəl
niamh nˈiv
nikolai nˈɪkəlˌI
noemi nOˈAmi
nuala nˈulə
odhran ˈɔɹən
oisin əʃˈin
oksana ɑksˈɑnə
olafur ˈOləfʊɹ
oluwaseun ˌOləwəʃˈAun
orla ˈɔɹlə
padraig pˈɔdɹɪɡ
paolo pˈWlO
pedro pˈAdɹO
persephone pəɹsˈɛfəni
pham fˈɑm
philippe fɪlˈip
phoebe fˈibi
phuong fˈʊŋ
pierre piˈɛɹ
priya pɹˈiə
przemek pʃˈɛmɛk
qiang ʧiˈɑŋ
rafael ɹˌɑfIˈɛl
raj ɹˈɑʤ
rajesh ɹɑʤˈɛʃ
raul ɹɑˈul
renee ɹənˈA
rene ɹənˈA
rhiannon ɹiˈænən
rhys ɹˈis
ricardo ɹᵻkˈɑɹdO
rodrigo ɹədɹˈiɡO
roisin ɹOʃˈin
ruaridh ɹˈʊɹi
sadhbh sˈIv
saoirse sˈɜɹʃə
santiago sˌæntiˈɑɡO
schwarzenegger ʃwˈɔɹtsənˌɛɡəɹ
sean ʃˈɔn
sebastien səbˌæstiˈɛn
seamus ʃˈAməs
sergei sˈɛɹɡA
sergio sˈɛɹʤiO
shivani ʃɪvˈɑni
shreya ʃɹˈAə
shuang ʃwˈɑŋ
sian ʃˈɑn
sidhe ʃˈi
sinead ʃɪnˈAd
siobhan ʃəvˈɔn
simone sɪmˈOn
soren sˈɔɹən
sorcha sˈɔɹəkə
stephane stɛfˈɑn
sven svˈɛn
tadhg tˈIɡ
takeshi tɑkˈɛʃi
tatiana tˌætiˈɑnə
tchaikovsky ʧIkˈɔfski
tenzin tˈɛnzɪn
thanh tˈɑn
therese təɹˈɛs
thierry tjɛɹˈi
thich tˈɪk
thuy twˈi
tomas tOmˈɑs
tomasz tˈɑmɑʃ
tran tɹˈæn
trinh tɹˈɪn
tuan twˈɑn
ulrich ˈʊlɹɪk
uwe ˈuvə
valentina vˌælɛntˈinə
vasquez vˈæskwɛz
vivienne vˌɪviˈɛn
wojciech vˈYʧɛk
wolfgang wˈʊlfɡæŋ
xanthe zˈænθi
xavier zˈAviəɹ
xi ʃˈi
xiaoming ʃˌWmˈɪŋ
xiao ʃˈW
ximena hɪmˈAnə
xiu ʃiˈu
xochitl sˈOʧil
yann jˈɑn
yasmin jˈæzmɪn
yevgeny jɛvɡˈɛni
yuki jˈuki
yusuf jˈusəf
yves ˈiv
yvette ivˈɛt
zbigniew zbˈɪɡnjɛf
zhang ʤˈɑŋ
zhao ʤˈW
zhou ʤˈO
zoe zˈOi
zuzana zˈuzənə
`

const NAMES: ReadonlyMap<string, string> = new Map(
  ROWS.trim()
    .split('\n')
    .map((row) => {
      const end = row.indexOf(' ')
      return [row.slice(0, end), row.slice(end + 1)]
    }),
)

const WITH_STROKES: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd' }

const withoutAccents = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđ]/g, (letter) => WITH_STROKES[letter] ?? letter)

/** American phonemes of a name; `name` is in small letters, accents or not. */
export const nameSound = (name: string): string | undefined =>
  NAMES.get(name) ?? NAMES.get(withoutAccents(name))
