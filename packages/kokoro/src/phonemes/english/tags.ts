/** Parts of speech of the Penn Treebank, in the order of the bytes that stand for them in the data. */
export const TAGS =
  "$ '' , -LRB- -RRB- . : ADD AFX CC CD DT EX FW HYPH IN JJ JJR JJS LS MD NFP NN NNP NNPS NNS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB XX _SP ``".split(
    ' ',
  )
