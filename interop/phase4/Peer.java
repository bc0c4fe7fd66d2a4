import com.helger.base.io.iface.IHasInputStream;
import com.helger.collection.commons.CommonsArrayList;
import com.helger.collection.commons.ICommonsList;
import com.helger.http.header.HttpHeaderMap;
import com.helger.mime.IMimeType;
import com.helger.phase4.attachment.IAS4IncomingAttachmentFactory;
import com.helger.phase4.attachment.WSS4JAttachment;
import com.helger.phase4.crypto.AS4CryptoFactoryInMemoryKeyStore;
import com.helger.phase4.ebms3header.Ebms3SignalMessage;
import com.helger.phase4.ebms3header.Ebms3UserMessage;
import com.helger.phase4.error.AS4ErrorList;
import com.helger.phase4.incoming.AS4IncomingMessageMetadata;
import com.helger.phase4.incoming.AS4IncomingProfileSelectorConstant;
import com.helger.phase4.incoming.AS4IncomingReceiverConfiguration;
import com.helger.phase4.incoming.AS4RequestHandler;
import com.helger.phase4.incoming.IAS4IncomingMessageMetadata;
import com.helger.phase4.incoming.IAS4IncomingMessageState;
import com.helger.phase4.incoming.IAS4ResponseAbstraction;
import com.helger.phase4.incoming.crypto.AS4IncomingSecurityConfiguration;
import com.helger.phase4.incoming.spi.AS4MessageProcessorResult;
import com.helger.phase4.incoming.spi.AS4SignalMessageProcessorResult;
import com.helger.phase4.incoming.spi.IAS4IncomingMessageProcessorSPI;
import com.helger.phase4.model.pmode.IPMode;
import com.helger.phase4.model.pmode.resolve.AS4DefaultPModeResolver;
import com.helger.phase4.peppol.Phase4PeppolSender;
import com.helger.phase4.profile.peppol.AS4PeppolProfileRegistarSPI;
import com.helger.phase4.sender.IAS4SignalMessageValidationResultHandler;
import com.helger.scope.mgr.ScopeManager;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import org.w3c.dom.Node;

/**
 * phase4 as the other access point. It says what it saw on standard output, one line an event, for run.ts to read.
 * Arguments: send DIRECTORY URL FILE | serve DIRECTORY PORT. The directory holds peer.p12, ours.p12 and trust.p12.
 */
public class Peer {
  private static final String PASSWORD = "changeit";
  private static final String PROFILE = AS4PeppolProfileRegistarSPI.AS4_PROFILE_ID;

  public static void main(String[] args) throws Exception {
    ScopeManager.onGlobalBegin("peer");
    var directory = args[1];
    var crypto = new AS4CryptoFactoryInMemoryKeyStore(
        store(directory + "/peer.p12"), "key", PASSWORD.toCharArray(), store(directory + "/trust.p12"));
    if (args[0].equals("serve")) serve(crypto, Integer.parseInt(args[2]));
    else {
      send(crypto, (X509Certificate) store(directory + "/ours.p12").getCertificate("key"), args[2], args[3]);
      System.exit(0);
    }
  }

  private static KeyStore store(String file) throws Exception {
    var store = KeyStore.getInstance("PKCS12");
    try (var in = new FileInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }

  private static void say(String line) {
    System.out.println("PEER " + line);
  }

  private static void send(AS4CryptoFactoryInMemoryKeyStore crypto, X509Certificate receiver, String url, String file)
      throws Exception {
    var ids = Phase4PeppolSender.IF;
    var result = Phase4PeppolSender.sbdhBuilder()
        .payload(Files.readAllBytes(Path.of(file)))
        .senderParticipantID(ids.createParticipantIdentifierWithDefaultScheme("0192:991825827"))
        .receiverParticipantID(ids.createParticipantIdentifierWithDefaultScheme("0208:0848934496"))
        .documentTypeID(ids.createDocumentTypeIdentifierWithDefaultScheme(
            "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017"
                + "#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1"))
        .processID(ids.createProcessIdentifierWithDefaultScheme("urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"))
        .countryC1("NO")
        .senderPartyID("POP000002")
        .receiverEndpointDetails(receiver, url)
        .checkReceiverAPCertificate(false)
        .cryptoFactory(crypto)
        .signalMsgConsumer((signal, meta, state) -> {
          say("signal receipt=" + (signal.getReceipt() != null));
          signal.getError().forEach(error -> say("signal error=" + error.getErrorCode()));
        })
        .signalMsgValidationResultHdl(new IAS4SignalMessageValidationResultHandler() {
          public void onSuccess() {
            say("digests equal");
          }

          public void onError(String problem) {
            say("digests " + problem);
          }

          public void onNotApplicable() {
            say("digests none");
          }
        })
        .sendMessageAndCheckForReceipt(problem -> say("exception " + problem));
    say("result " + result);
  }

  private static void serve(AS4CryptoFactoryInMemoryKeyStore crypto, int port) throws IOException {
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/as4", exchange -> {
      try {
        handle(crypto, exchange);
      } catch (Exception problem) {
        say("exception " + problem);
        exchange.sendResponseHeaders(500, -1);
      } finally {
        exchange.close();
      }
    });
    server.start();
    say("serving");
  }

  private static void handle(AS4CryptoFactoryInMemoryKeyStore crypto, HttpExchange exchange) throws Exception {
    var headers = new HttpHeaderMap();
    exchange.getRequestHeaders().forEach((name, values) -> values.forEach(value -> headers.addHeader(name, value)));
    var answer = new Answer();
    try (var handler = new AS4RequestHandler(AS4IncomingMessageMetadata.createForRequest())) {
      handler.setCryptoFactory(crypto);
      handler.setPModeResolver(new AS4DefaultPModeResolver(PROFILE));
      handler.setIncomingAttachmentFactory(IAS4IncomingAttachmentFactory.DEFAULT_INSTANCE);
      handler.setIncomingSecurityConfiguration(AS4IncomingSecurityConfiguration.createDefaultInstance());
      handler.setIncomingReceiverConfiguration(new AS4IncomingReceiverConfiguration());
      handler.setIncomingProfileSelector(new AS4IncomingProfileSelectorConstant(PROFILE, true));
      handler.setErrorConsumer((meta, state, errors, message) -> say("errors " + errors));
      handler.setProcessorSupplier(() -> new CommonsArrayList<>(new Inbox()));
      handler.handleRequest(exchange.getRequestBody(), headers, answer);
    }
    exchange.getResponseHeaders().add("Content-Type", answer.type);
    exchange.sendResponseHeaders(answer.status, answer.body.length == 0 ? -1 : answer.body.length);
    if (answer.body.length > 0) exchange.getResponseBody().write(answer.body);
  }

  private static final class Answer implements IAS4ResponseAbstraction {
    private int status = 200;
    private String type = "application/soap+xml";
    private byte[] body = new byte[0];

    public void setContent(byte[] content, Charset charset) {
      body = content;
    }

    public void setContent(HttpHeaderMap headers, IHasInputStream content) {
      try (var in = content.getInputStream()) {
        body = in.readAllBytes();
      } catch (IOException problem) {
        throw new UncheckedIOException(problem);
      }
    }

    public void setMimeType(IMimeType mimeType) {
      type = mimeType.getAsString();
    }

    public void setStatus(int code) {
      status = code;
    }
  }

  private static final class Inbox implements IAS4IncomingMessageProcessorSPI {
    public AS4MessageProcessorResult processAS4UserMessage(
        IAS4IncomingMessageMetadata meta, HttpHeaderMap headers, Ebms3UserMessage message, IPMode mode, Node payload,
        ICommonsList<WSS4JAttachment> attachments, IAS4IncomingMessageState state, AS4ErrorList errors) {
      try (var in = attachments.get(0).getSourceStream()) {
        var sha256 = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
        say("received attachments=" + attachments.size() + " decrypted=" + state.isSoapDecrypted() + " signed="
            + state.isSoapSignatureChecked() + " sha256=" + HexFormat.of().formatHex(sha256));
        return AS4MessageProcessorResult.createSuccess();
      } catch (Exception problem) {
        say("exception " + problem);
        return AS4MessageProcessorResult.createFailure();
      }
    }

    public AS4SignalMessageProcessorResult processAS4SignalMessage(
        IAS4IncomingMessageMetadata meta, HttpHeaderMap headers, Ebms3SignalMessage message, IPMode mode,
        IAS4IncomingMessageState state, AS4ErrorList errors) {
      return AS4SignalMessageProcessorResult.createSuccess();
    }

    public void processAS4ResponseMessage(
        IAS4IncomingMessageMetadata meta, IAS4IncomingMessageState state, String id, byte[] body, boolean hasBody,
        AS4ErrorList errors) {}
  }
}
