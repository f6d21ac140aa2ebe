/* SPDX-License-Identifier: MIT */
#include "model.h"

struct model {
    const struct bobbin_cursor *before;
    const struct bobbin_rule *rule;
    model_read_word *read;
    void *context;
    uint32_t cfa;
    bool refused; /* a slot could not be read */
};

/* Reads a slot. A slot below sp or at an unaligned address is refused. */
static void word_at(struct model *model, uint32_t address, uint32_t *out)
{
    *out = 0;
    if (address % 4 != 0 || address < model->before->r[BOBBIN_SP] ||
        !model->read(model->context, address, out))
        model->refused = true;
}

static bool known(const struct model *model, uint32_t number)
{
    return model->before->valid & BOBBIN_VALID_R(number);
}

static bool word_of_place(struct model *model, uint32_t place, uint32_t same, uint32_t *out)
{
    uint32_t value = (uint32_t)model->rule->place_value[place];

    switch (model->rule->place_kind[place]) {
    case BOBBIN_SAME:
        *out = model->before->r[same];
        return known(model, same);
    case BOBBIN_SLOT:
        word_at(model, model->cfa + value, out);
        return true;
    case BOBBIN_REGISTER:
        *out = model->before->r[value % BOBBIN_INNER];
        return model->before->valid >> value & 1;
    default:
        return false;
    }
}

static bool double_of_place(struct model *model, uint32_t place, uint64_t *out)
{
    uint32_t address = model->cfa + (uint32_t)model->rule->place_value[place];
    uint64_t same = model->before->d[place - BOBBIN_PLACE_D8];
    bool same_known = model->before->valid & BOBBIN_VALID_D(place);
    uint32_t word, high;

    switch (model->rule->place_kind[place]) {
    case BOBBIN_SAME:
        *out = same;
        return same_known;
    case BOBBIN_SLOT:
        word_at(model, address, &word);
        word_at(model, address + 4, &high);
        *out = (uint64_t)high << 32 | word;
        return true;
    case BOBBIN_SLOT_LOW:
        word_at(model, address, &word);
        *out = same >> 32 << 32 | word;
        return same_known;
    case BOBBIN_SLOT_HIGH:
        word_at(model, address, &word);
        *out = (uint64_t)word << 32 | (uint32_t)same;
        return same_known;
    default:
        return false;
    }
}

static bool find_cfa(struct model *model)
{
    const struct bobbin_rule *rule = model->rule;

    if (!known(model, rule->cfa_register))
        return false;
    model->cfa = model->before->r[rule->cfa_register] + (uint32_t)rule->cfa_offset;
    if (rule->form == BOBBIN_FORM_FRAME)
        return true;
    if (rule->form != BOBBIN_FORM_DEREF)
        return false;
    word_at(model, model->cfa, &model->cfa);
    model->cfa += (uint32_t)rule->cfa_add;
    return true;
}

bool model_step(const struct bobbin_cursor *before, const struct bobbin_rule *rule,
                model_read_word *read, void *context, struct model_frame *after)
{
    struct model model = {before, rule, read, context, 0, false};
    uint32_t return_address;

    if (!find_cfa(&model) || !word_of_place(&model, BOBBIN_PLACE_RA, BOBBIN_LR, &return_address))
        return false;
    *after = (struct model_frame){
        .valid = BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_R(BOBBIN_PC) |
                 (before->valid & (BOBBIN_VALID_INNER(2) | BOBBIN_VALID_INNER(3)))};
    after->r[BOBBIN_SP] = model.cfa;
    after->r[BOBBIN_PC] = return_address & ~1u;
    after->thumb = return_address & 1;
    for (uint32_t i = 4; i < 12; i++)
        if (word_of_place(&model, BOBBIN_PLACE_R4 + i - 4, i, &after->r[i]))
            after->valid |= BOBBIN_VALID_R(i);
    for (uint32_t i = 8; i < 16; i++)
        if (double_of_place(&model, BOBBIN_PLACE_D8 + i - 8, &after->d[i - 8]))
            after->valid |= BOBBIN_VALID_D(i);
    return !model.refused;
}
