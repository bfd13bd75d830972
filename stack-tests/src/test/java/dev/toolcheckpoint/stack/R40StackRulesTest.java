package dev.toolcheckpoint.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.stack.StackRules.Form;
import dev.toolcheckpoint.stack.StackRules.Rule;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** R40: a stack that deploys, but wrongly. */
class R40StackRulesTest {

    /** Rules on what SAM itself makes: no change of the template's text breaks these alone. */
    private static final Set<String> MADE_BY_SAM = Set.of("alias", "queue-on-alias", "bus-on-alias");

    private static SamTools tools;
    private static Stack.Pair template;

    @BeforeAll
    static void read() throws Exception {
        tools = SamTools.find();
        template = tools.template();
    }

    @Test
    void template_asWritten_keepsEveryRule() {
        assertThat(StackRules.broken(template.parsed(), Form.PARSED)).isEmpty();
    }

    @Test
    void template_asTranslated_keepsEveryRule() {
        assertThat(StackRules.broken(template.translated(), Form.TRANSLATED)).isEmpty();
    }

    @Test
    void brokenVariant_ofEachRule_isNoticed() throws Exception {
        ArrayNode variants = SamTools.JSON.createArrayNode();
        for (BrokenStacks broken : BrokenStacks.all()) {
            variants.add(broken.in(template.parsed().template()));
        }
        JsonNode translated = tools.translate(variants);
        Map<String, Set<Form>> forms = StackRules.ALL.stream()
                .collect(Collectors.groupingBy(
                        Rule::name, Collectors.flatMapping(rule -> rule.forms().stream(), Collectors.toSet())));
        SoftAssertions softly = new SoftAssertions();
        for (int i = 0; i < BrokenStacks.all().size(); i++) {
            BrokenStacks broken = BrokenStacks.all().get(i);
            Stack.Pair pair = SamTools.pair(translated.get(i));
            Set<Form> seen = forms.getOrDefault(broken.rule(), Set.of());
            softly.assertThat(seen).as("forms of the rule %s", broken.rule()).isNotEmpty();
            if (seen.contains(Form.PARSED)) {
                softly.assertThat(StackRules.broken(pair.parsed(), Form.PARSED))
                        .as("parsed, %s", broken)
                        .contains(broken.rule());
            }
            if (seen.contains(Form.TRANSLATED)) {
                softly.assertThat(StackRules.broken(pair.translated(), Form.TRANSLATED))
                        .as("translated, %s", broken)
                        .contains(broken.rule());
            }
        }
        softly.assertAll();
    }

    @Test
    void rules_exceptThoseOnWhatSamMakes_haveABrokenVariant() {
        Set<String> tried = BrokenStacks.all().stream().map(BrokenStacks::rule).collect(Collectors.toSet());
        assertThat(StackRules.ALL)
                .extracting(Rule::name)
                .filteredOn(name -> !MADE_BY_SAM.contains(name))
                .allSatisfy(name -> assertThat(tried).contains(name));
    }

    @Test
    void withoutAnAlias_whatSamMakesOnIt_isNoticed() throws Exception {
        JsonNode copy = new BrokenStacks("alias", "/Resources/ToolFunction/Properties/AutoPublishAlias", null)
                .in(template.parsed().template());
        ((ObjectNode) copy.at("/Resources/ToolFunction/Properties")).remove("SnapStart");
        ((ObjectNode) copy).remove("Outputs");
        Stack.Pair pair = SamTools.pair(
                tools.translate(SamTools.JSON.createArrayNode().add(copy)).get(0));
        assertThat(StackRules.broken(pair.parsed(), Form.PARSED)).contains("alias");
        assertThat(StackRules.broken(pair.translated(), Form.TRANSLATED)).containsAll(MADE_BY_SAM);
    }
}
